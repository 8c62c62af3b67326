% Writes the files of this folder's folder "files":   runmat make.m
% Data that were published are entered as numbers; everything else is computed here, from random numbers with fixed seeds.

target = fullfile(fileparts(mfilename('fullpath')), 'files');
make_people(target);
make_cars(target);
make_published(target);
make_measurements(target);
make_tables(target);
make_sounds(target);
make_surfaces(target);
make_indexed(target);
make_pictures(target);

% ---------------------------------------------------------------- people

function make_people(target)
    rng(1);
    LastName = surnames();
    female = rand(100, 1) < 0.53;
    Gender = repmat({'Male'}, 100, 1);
    Gender(female) = {'Female'};
    Age = randi([25 50], 100, 1);
    places = {'County General Hospital'; 'St. Mary''s Medical Center'; 'VA Hospital'};
    Location = places(randi(3, 100, 1));
    Height = round(70 - 5*female + 1.8*randn(100, 1));
    Weight = round(178 - 47*female + 2.2*(Height - 70 + 5*female) + 7*randn(100, 1));
    Smoker = rand(100, 1) < 0.34;
    Systolic = round(119 + 10*Smoker + 4.5*randn(100, 1));
    Diastolic = round(79 + 10*Smoker + 3.5*randn(100, 1));
    states = {'Excellent'; 'Good'; 'Fair'; 'Poor'};
    state = 1 + sum(rand(100, 1) > [0.34 0.74 0.89] - 0.08*Smoker, 2);
    SelfAssessedHealthStatus = states(state);
    save(fullfile(target, 'patients.mat'), 'Age', 'Diastolic', 'Gender', 'Height', 'LastName', 'Location', ...
        'SelfAssessedHealthStatus', 'Smoker', 'Systolic', 'Weight');
    T = table(LastName, Gender, Age, Location, Height, Weight, Smoker, Systolic, Diastolic, SelfAssessedHealthStatus);
    T.Smoker = double(T.Smoker);
    writetable(T, fullfile(target, 'patients.dat'));
    writetable(T, fullfile(target, 'patients.xls'));
    Sex = categorical(Gender);
    BloodPressure = [Systolic Diastolic];
    Trials = arrayfun(@(k) randi(99, 1, k), randi([0 3], 100, 1), 'UniformOutput', false);
    letters = char('A' + randi([0 25], 100, 3));
    rows = cellstr([letters repmat('-', 100, 1) num2str(randi([100 999], 100, 1))]);
    hospital = table(LastName, Sex, Age, Weight, Smoker, BloodPressure, Trials, 'RowNames', rows);
    save(fullfile(target, 'hospital.mat'), 'hospital');
end

function names = surnames()
    names = strsplit(['Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson ' ...
        'Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker ' ...
        'Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter ' ...
        'Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers ' ...
        'Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood ' ...
        'James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez']).';
end

% ---------------------------------------------------------------- cars

function make_cars(target)
    rng(2);
    n = 406;
    Model_Year = sort(70 + mod((1:n).', 13));
    makes = {'chevrolet' 'USA'; 'ford' 'USA'; 'plymouth' 'USA'; 'dodge' 'USA'; 'amc' 'USA'; 'buick' 'USA'; 'pontiac' 'USA'; ...
        'mercury' 'USA'; 'oldsmobile' 'USA'; 'chrysler' 'USA'; 'toyota' 'Japan'; 'datsun' 'Japan'; 'honda' 'Japan'; 'mazda' 'Japan'; ...
        'subaru' 'Japan'; 'volkswagen' 'Germany'; 'audi' 'Germany'; 'bmw' 'Germany'; 'peugeot' 'France'; 'renault' 'France'; ...
        'fiat' 'Italy'; 'saab' 'Sweden'; 'volvo' 'Sweden'; 'triumph' 'England'};
    share = cumsum([44 50 31 28 28 17 16 11 11 8 27 24 13 11 5 22 7 3 8 5 8 5 6 3]);
    which = 1 + sum(rand(n, 1)*share(end) > share, 2);
    american = strcmp(makes(which, 2), 'USA');
    Cylinders = 4*ones(n, 1);
    draw = rand(n, 1);
    Cylinders(american & draw < 0.69) = 6;
    Cylinders(american & draw < 0.42) = 8;
    Cylinders(strcmp(makes(which, 1), 'mazda') & draw < 0.3) = 3;
    Cylinders(strcmp(makes(which, 2), 'Germany') & draw < 0.1) = 5;
    year = Model_Year - 70;
    Displacement = round(Cylinders.*(27 + 2.2*Cylinders).*(1 + 0.12*randn(n, 1)).*(1 - 0.008*year));
    Horsepower = round(22 + 0.42*Displacement + 9*randn(n, 1) - 0.5*year);
    Horsepower = min(max(Horsepower, 46), 230);
    Weight = round(1330 + 8.2*Displacement + 190*randn(n, 1));
    Acceleration = round(10*min(max(20.5 - 0.047*Horsepower + 1.6*randn(n, 1), 8), 24.8))/10;
    MPG = round(2*min(max(46 - 0.0073*Weight + 0.72*year + 2.2*randn(n, 1), 9), 46.6))/2;
    MPG(randperm(n, 8)) = NaN;
    Horsepower(randperm(n, 6)) = NaN;
    Mfg = char(pad_cells(makes(which, 1), 13));
    Origin = char(pad_cells(makes(which, 2), 7));
    words = {'classic'; 'custom'; 'deluxe'; 'estate'; 'special'; 'coupe'; 'sport'; 'brougham'; 'wagon'; 'hatchback'};
    numbers = arrayfun(@(k) sprintf('%s %d', words{randi(10)}, 100*k), Cylinders, 'UniformOutput', false);
    names = strcat(makes(which, 1), {' '}, numbers);
    Model = char(pad_cells(names, 36));
    cyl4 = char(pad_cells(label(Cylinders == 4, 'Four', 'Other'), 5));
    org = char(pad_cells(makes(which, 2), 7));
    org(~american & ~strcmp(makes(which, 2), 'Japan'), :) = repmat('Europe ', sum(~american & ~strcmp(makes(which, 2), 'Japan')), 1);
    times = {'Early'; 'Mid'; 'Late'};
    when = char(pad_cells(times(1 + (Model_Year > 73) + (Model_Year > 78)), 5));
    save(fullfile(target, 'carbig.mat'), 'Acceleration', 'Cylinders', 'Displacement', 'Horsepower', 'MPG', 'Mfg', 'Model', ...
        'Model_Year', 'Origin', 'Weight', 'cyl4', 'org', 'when');
    rows = [find(Model_Year == 70, 32); find(Model_Year == 76, 32); find(Model_Year == 82, 32)];
    rows = sort([rows; find(Model_Year == 79, 100 - numel(rows))]);
    part = @(x) x(rows, :);
    [Acceleration, Cylinders, Displacement, Horsepower, MPG] = deal(part(Acceleration), part(Cylinders), part(Displacement), part(Horsepower), part(MPG));
    [Mfg, Model, Model_Year, Origin, Weight] = deal(part(Mfg), part(Model), part(Model_Year), part(Origin), part(Weight));
    Model = Model(:, 1:33);
    Model_Year(Model_Year == 79) = 76;
    MPG([3 17 41 58 77 90]) = NaN;
    save(fullfile(target, 'carsmall.mat'), 'Acceleration', 'Cylinders', 'Displacement', 'Horsepower', 'MPG', 'Mfg', 'Model', ...
        'Model_Year', 'Origin', 'Weight');
end

function out = pad_cells(items, width)
    out = cellfun(@(t) [t(1:min(end, width)) blanks(width - numel(t))], items, 'UniformOutput', false);
end

function out = label(mask, yes, no)
    out = repmat({no}, numel(mask), 1);
    out(mask) = {yes};
end

% ---------------------------------------------------------------- data that were published

function make_published(target)
    meas = iris();
    species = repelem({'setosa'; 'versicolor'; 'virginica'}, 50);
    save(fullfile(target, 'fisheriris.mat'), 'meas', 'species');

    hald = [7 26 6 60 78.5; 1 29 15 52 74.3; 11 56 8 20 104.3; 11 31 8 47 87.6; 7 52 6 33 95.9; 11 55 9 22 109.2; 3 71 17 6 102.7; ...
        1 31 22 44 72.5; 2 54 18 22 93.1; 21 47 4 26 115.9; 1 40 23 34 83.8; 11 66 9 12 113.3; 10 68 8 12 109.4];
    ingredients = hald(:, 1:4);
    heat = hald(:, 5);
    Description = text_block({'Heat that cement gives off while it hardens'; 'A. Hald, Statistical Theory with Engineering Applications,'; ...
        'Wiley, New York, 1952, page 647.'; ' '; 'hald(:,1:4) = ingredients, in percent of the weight:'; '   1: 3CaO.Al2O3'; ...
        '   2: 3CaO.SiO2'; '   3: 4CaO.Al2O3.Fe2O3'; '   4: 2CaO.SiO2'; 'hald(:,5) = heat, in calories per gram after 180 days'}, 22, 58);
    save(fullfile(target, 'hald.mat'), 'Description', 'hald', 'heat', 'ingredients');

    cdate = (1790:10:1990).';
    pop = [3.9 5.3 7.2 9.6 12.9 17.1 23.2 31.4 38.6 50.2 62.9 76.0 92.0 105.7 122.8 131.7 150.7 179.3 203.3 226.5 248.7].';
    save(fullfile(target, 'census.mat'), 'cdate', 'pop');

    lsat = [576 635 558 578 666 580 555 661 651 605 653 575 545 572 594].';
    gpa = [3.39 3.30 2.81 3.03 3.44 3.07 3.00 3.43 3.36 3.13 3.12 2.74 2.76 2.88 2.96].';
    save(fullfile(target, 'lawdata.mat'), 'gpa', 'lsat');

    reactants = [470 300 10; 285 80 10; 470 300 120; 470 80 120; 470 80 10; 100 190 10; 100 80 65; 470 190 65; 100 300 54; ...
        100 300 120; 100 80 120; 285 300 10; 285 190 120];
    rate = [8.55 3.79 4.82 0.02 2.75 14.39 2.54 4.35 13.00 8.50 0.05 11.32 3.13].';
    beta = [1; 0.05; 0.02; 0.1; 2];
    model = 'hougen';
    xn = char('Hydrogen', 'n-Pentane', 'Isopentane');
    yn = 'Reaction Rate';
    save(fullfile(target, 'reaction.mat'), 'beta', 'model', 'rate', 'reactants', 'xn', 'yn');

    x1 = [repmat(1300, 6, 1); repmat(1200, 6, 1); repmat(1100, 4, 1)];
    x2 = [7.5 9 11 13.5 17 23 5.3 7.5 11 13.5 17 23 5.3 7.5 11 17].';
    x3 = [0.012 0.012 0.0115 0.013 0.0135 0.012 0.04 0.038 0.032 0.026 0.034 0.041 0.084 0.098 0.092 0.086].';
    y = [49 50.2 50.5 48.5 47.5 44.5 28 31.5 34.5 35 38 38.5 15 17 20.5 29.5].';
    save(fullfile(target, 'acetylene.mat'), 'x1', 'x2', 'x3', 'y');

    popcorn = [5.5 4.5 3.5; 5.5 4.5 4; 6 4 3; 6.5 5 4; 7 5.5 5; 7 5 4.5];
    save(fullfile(target, 'popcorn.mat'), 'popcorn');
    hogg = [24 14 11 7 19; 15 7 9 7 24; 21 12 7 4 19; 27 17 13 7 15; 33 14 12 12 10; 23 16 18 18 20];
    save(fullfile(target, 'hogg.mat'), 'hogg');

    numbers = sunspots();
    fid = fopen(fullfile(target, 'sunspot.dat'), 'w');
    fprintf(fid, '%6d %7.1f\n', [1700:1987; numbers]);
    fclose(fid);
end

function block = text_block(lines, rows, columns)
    block = repmat(' ', rows, columns);
    for k = 1:numel(lines)
        block(k, 1:numel(lines{k})) = lines{k};
    end
end

function n = sunspots()
    n = [5 11 16 23 36 58 29 20 10 8 3 0 0 2 11 27 47 63 60 39 28 26 22 11 21 40 78 122 103 73 47 35 11 5 16 34 70 81 111 101 73 40 ...
        20 16 5 11 22 40 60 80.9 83.4 47.7 47.8 30.7 12.2 9.6 10.2 32.4 47.6 54 62.9 85.9 61.2 45.1 36.4 20.9 11.4 37.8 69.8 106.1 ...
        100.8 81.6 66.5 34.8 30.6 7 19.8 92.5 154.4 125.9 84.8 68.1 38.5 22.8 10.2 24.1 82.9 132 130.9 118.1 89.9 66.6 60 46.9 41 ...
        21.3 16 6.4 4.1 6.8 14.5 34 45 43.1 47.5 42.2 28.1 10.1 8.1 2.5 0 1.4 5 12.2 13.9 35.4 45.8 41.1 30.1 23.9 15.6 6.6 4 1.8 ...
        8.5 16.6 36.3 49.6 64.2 67 70.9 47.8 27.5 8.5 13.2 56.9 121.5 138.3 103.2 85.7 64.6 36.7 24.2 10.7 15 40.1 61.5 98.5 124.7 ...
        96.3 66.6 64.5 54.1 39 20.6 6.7 4.3 22.7 54.8 93.8 95.8 77.2 59.1 44 47 30.5 16.3 7.3 37.6 74 139 111.2 101.6 66.2 44.7 17 ...
        11.3 12.4 3.4 6 32.3 54.3 59.7 63.7 63.5 52.2 25.4 13.1 6.8 6.3 7.1 35.6 73 85.1 78 64 41.8 26.2 26.7 12.1 9.5 2.7 5 24.4 ...
        42 63.5 53.8 62 48.5 43.9 18.6 5.7 3.6 1.4 9.6 47.4 57.1 103.9 80.6 63.6 37.6 26.1 14.2 5.8 16.7 44.3 63.9 69 77.8 64.9 ...
        35.7 21.2 11.1 5.7 8.7 36.1 79.7 114.4 109.6 88.8 67.8 47.5 30.6 16.3 9.6 33.2 92.6 151.6 136.3 134.7 83.9 69.4 31.5 13.9 ...
        4.4 38 141.7 190.2 184.8 159 112.3 53.9 37.5 27.9 10.2 15.1 47 93.8 105.9 105.5 104.5 66.6 68.9 38 34.5 15.5 12.6 27.5 ...
        92.5 155.4 154.6 140.4 115.9 66.6 45.9 17.9 13.4 29.3];
end

function meas = iris()
    setosa = [51 35 14 2; 49 30 14 2; 47 32 13 2; 46 31 15 2; 50 36 14 2; 54 39 17 4; 46 34 14 3; 50 34 15 2; 44 29 14 2; 49 31 15 1; ...
        54 37 15 2; 48 34 16 2; 48 30 14 1; 43 30 11 1; 58 40 12 2; 57 44 15 4; 54 39 13 4; 51 35 14 3; 57 38 17 3; 51 38 15 3; ...
        54 34 17 2; 51 37 15 4; 46 36 10 2; 51 33 17 5; 48 34 19 2; 50 30 16 2; 50 34 16 4; 52 35 15 2; 52 34 14 2; 47 32 16 2; ...
        48 31 16 2; 54 34 15 4; 52 41 15 1; 55 42 14 2; 49 31 15 2; 50 32 12 2; 55 35 13 2; 49 36 14 1; 44 30 13 2; 51 34 15 2; ...
        50 35 13 3; 45 23 13 3; 44 32 13 2; 50 35 16 6; 51 38 19 4; 48 30 14 3; 51 38 16 2; 46 32 14 2; 53 37 15 2; 50 33 14 2];
    versicolor = [70 32 47 14; 64 32 45 15; 69 31 49 15; 55 23 40 13; 65 28 46 15; 57 28 45 13; 63 33 47 16; 49 24 33 10; 66 29 46 13; ...
        52 27 39 14; 50 20 35 10; 59 30 42 15; 60 22 40 10; 61 29 47 14; 56 29 36 13; 67 31 44 14; 56 30 45 15; 58 27 41 10; ...
        62 22 45 15; 56 25 39 11; 59 32 48 18; 61 28 40 13; 63 25 49 15; 61 28 47 12; 64 29 43 13; 66 30 44 14; 68 28 48 14; ...
        67 30 50 17; 60 29 45 15; 57 26 35 10; 55 24 38 11; 55 24 37 10; 58 27 39 12; 60 27 51 16; 54 30 45 15; 60 34 45 16; ...
        67 31 47 15; 63 23 44 13; 56 30 41 13; 55 25 40 13; 55 26 44 12; 61 30 46 14; 58 26 40 12; 50 23 33 10; 56 27 42 13; ...
        57 30 42 12; 57 29 42 13; 62 29 43 13; 51 25 30 11; 57 28 41 13];
    virginica = [63 33 60 25; 58 27 51 19; 71 30 59 21; 63 29 56 18; 65 30 58 22; 76 30 66 21; 49 25 45 17; 73 29 63 18; 67 25 58 18; ...
        72 36 61 25; 65 32 51 20; 64 27 53 19; 68 30 55 21; 57 25 50 20; 58 28 51 24; 64 32 53 23; 65 30 55 18; 77 38 67 22; ...
        77 26 69 23; 60 22 50 15; 69 32 57 23; 56 28 49 20; 77 28 67 20; 63 27 49 18; 67 33 57 21; 72 32 60 18; 62 28 48 18; ...
        61 30 49 18; 64 28 56 21; 72 30 58 16; 74 28 61 19; 79 38 64 20; 64 28 56 22; 63 28 51 15; 61 26 56 14; 77 30 61 23; ...
        63 34 56 24; 64 31 55 18; 60 30 48 18; 69 31 54 21; 67 31 56 24; 69 31 51 23; 58 27 51 19; 68 32 59 23; 67 33 57 25; ...
        67 30 52 23; 63 25 50 19; 65 30 52 20; 62 34 54 23; 59 30 51 18];
    meas = [setosa; versicolor; virginica]/10;
end

% ---------------------------------------------------------------- measurements

function make_measurements(target)
    rng(3);
    grades = min(max(round(75 + 6*randn(120, 1) + [6 4 5 4 6].*randn(120, 5)), 50), 100);
    save(fullfile(target, 'examgrades.mat'), 'grades');

    moore = round([500 + 900*rand(20, 1), 100 + 200*rand(20, 1), 4000 + 6000*rand(20, 1), 60 + 30*rand(20, 1), 800 + 9000*rand(20, 1)]);
    oxygen = -2.1 + 1e-4*moore(:, 3) + 1.2e-4*moore(:, 5) + 0.02*moore(:, 4) + 0.2*randn(20, 1);
    moore = [moore, round(1000*oxygen)/1000];
    save(fullfile(target, 'moore.mat'), 'moore');

    market = randn(100, 3);
    stocks = round(1e4*(0.2 + market*rand(3, 10) + randn(100, 10)))/1e4;
    save(fullfile(target, 'stockreturns.mat'), 'stocks');

    price1 = round(115 + 4*randn(20, 1));
    price2 = round(118.5 + 4*randn(20, 1));
    save(fullfile(target, 'gas.mat'), 'price1', 'price2');

    mileage = round(10*([33.1 34.1 37] + 0.35*randn(6, 3)))/10;
    save(fullfile(target, 'mileage.mat'), 'mileage');

    lightbulb = [sort(round(exprnd(9000, 100, 1))), double((1:100).' > 50), zeros(100, 1)];
    lightbulb(randperm(100), :) = lightbulb;
    lightbulb(randperm(100, 20), 3) = 1;
    save(fullfile(target, 'lightbulb.mat'), 'lightbulb');

    centres = [2 1 6 2; 5 4 1 6; 7 2 5 3; 3 6 3 7];
    X = round(1000*(repelem(centres, 140, 1) + 0.8*randn(560, 4)))/1000;
    X = X(randperm(560), :);
    save(fullfile(target, 'kmeansdata.mat'), 'X');

    Y = repmat({'g'}, 351, 1);
    Y(randperm(351, 126)) = {'b'};
    good = strcmp(Y, 'g');
    lag = 0:16;
    phase = 0.2*randn(351, 1).*lag;
    size_ = (0.45 + 0.5*good).*exp(-0.03*lag.*(0.3 + rand(351, 1)));
    noise = (0.6 - 0.45*good).*randn(351, 17);
    X = zeros(351, 34);
    X(:, 1:2:end) = size_.*cos(phase) + noise;
    X(:, 2:2:end) = size_.*sin(phase) + noise(:, end:-1:1);
    X = round(1e4*min(max(X, -1), 1))/1e4;
    X(:, 1) = double(good | rand(351, 1) < 0.7);
    X(:, 2) = 0;
    save(fullfile(target, 'ionosphere.mat'), 'X', 'Y');

    categories = char({'climate'; 'housing'; 'health'; 'crime'; 'transportation'; 'education'; 'arts'; 'recreation'; 'economics'});
    general = randn(329, 1);
    scale = [120 2200 900 350 1400 320 3800 800 1050];
    middle = [540 8300 1100 960 4200 2800 3000 1850 5500];
    ratings = max(round(middle + scale.*(0.6*general + 0.8*randn(329, 9))), 20);
    first = {'Spring'; 'River'; 'Oak'; 'Lake'; 'Maple'; 'North'; 'Stone'; 'Green'; 'Fair'; 'West'; 'Mill'; 'Cedar'};
    last = {'field'; 'ton'; 'dale'; 'wood'; 'port'; 'view'; 'haven'; 'bridge'};
    states = {'AL'; 'CA'; 'CO'; 'FL'; 'GA'; 'IL'; 'MA'; 'NY'; 'OH'; 'PA'; 'TX'; 'WA'};
    pick = @(list) list(randi(numel(list), 329, 1));
    names = char(pad_cells(strcat(pick(first), pick(last), {', '}, pick(states)), 43));
    save(fullfile(target, 'cities.mat'), 'categories', 'names', 'ratings');
    idx = find(ratings(:, 2) < 9000);
    group = 1 + double(ratings(:, 2) > median(ratings(:, 2)));
    save(fullfile(target, 'discrim.mat'), 'categories', 'group', 'idx', 'names', 'ratings');

    month = (1:168).';
    pressure = round(10*(10.6 + 3*cos(2*pi*month/12) + 0.6*cos(2*pi*month/26) + 1.4*sin(2*pi*month/44) + randn(168, 1)))/10;
    save(fullfile(target, 'enso.mat'), 'month', 'pressure');

    t = (0:10000).'/200;
    shake = exp(-((t - 12)/9).^2);
    [e, n, v] = deal(shake, shake, 0.6*shake);
    filter_ = ones(1, 8)/8;
    e = round(900*e.*filter(filter_, 1, randn(10001, 1)));
    n = round(900*n.*filter(filter_, 1, randn(10001, 1)));
    v = round(900*v.*filter(filter_, 1, randn(10001, 1)));
    save(fullfile(target, 'quake.mat'), 'e', 'n', 'v');

    hour = (1:24).';
    flow = 70*exp(-((hour - 8)/2).^2) + 90*exp(-((hour - 17)/2.5).^2) + 10;
    count = round(flow.*[0.9 1 1.5].*(1 + 0.25*rand(24, 3)));
    fid = fopen(fullfile(target, 'count.dat'), 'w');
    fprintf(fid, '%6d %6d %6d\n', count.');
    fclose(fid);
end

% ---------------------------------------------------------------- tables

function make_tables(target)
    rng(4);
    n = 1468;
    regions = {'SouthEast'; 'NorthEast'; 'West'; 'MidWest'; 'SouthWest'};
    at = 1 + sum(rand(n, 1) > cumsum([0.265 0.38 0.24 0.1]), 2);
    Region = regions(at);
    causes = {'severe storm'; 'winter storm'; 'equipment fault'; 'attack'; 'thunder storm'; 'wind'; 'unknown'; 'fire'; 'earthquake'; 'energy emergency'};
    kind = 1 + sum(rand(n, 1) > cumsum([0.23 0.1 0.11 0.2 0.13 0.065 0.016 0.017 0.001]), 2);
    Cause = causes(kind);
    OutageTime = datetime(2002, 2, 1) + minutes(sort(randi(12*365*24*60 - 30000, n, 1)));
    Loss = round(1e4*-250*log(rand(n, 1)))/1e4;
    Customers = round(1e3*10.^(3.3 + 1.1*rand(n, 1)).*(1 + 4*(kind < 3)))/1e3;
    Customers(kind == 4) = 0;
    RestorationTime = OutageTime + minutes(round(-1500*log(rand(n, 1)).*(1 + 2*(kind < 3))));
    Loss(rand(n, 1) < 0.41) = NaN;
    Customers(rand(n, 1) < 0.22) = NaN;
    fid = fopen(fullfile(target, 'outages.csv'), 'w');
    fprintf(fid, 'Region,OutageTime,Loss,Customers,RestorationTime,Cause\n');
    back = cellstr(datestr(RestorationTime, 'yyyy-mm-dd HH:MM'));
    back(rand(n, 1) < 0.02) = {''};
    gone = cellstr(datestr(OutageTime, 'yyyy-mm-dd HH:MM'));
    for k = 1:n
        fprintf(fid, '%s,%s,%s,%s,%s,%s\n', Region{k}, gone{k}, number(Loss(k)), number(Customers(k)), back{k}, Cause{k});
    end
    fclose(fid);

    n = 162;
    Latitude = round(100*(60*rand(n, 1) - 20))/100;
    Longitude = round(100*(360*rand(n, 1) - 180))/100;
    Year = sort(randi([1950 2006], n, 1));
    Month = randi(12, n, 1);
    Day = randi(28, n, 1);
    Hour = randi([0 23], n, 1);
    Minute = randi([0 59], n, 1);
    Second = round(10*60*rand(n, 1))/10;
    ValidityCode = randi([2 4], n, 1);
    validities = {'questionable tsunami'; 'probable tsunami'; 'definite tsunami'};
    Validity = validities(ValidityCode - 1);
    codes = [1 3 4 6 8];
    sources = {'Earthquake'; 'Earthquake and Landslide'; 'Volcano and Earthquake'; 'Volcano'; 'Landslide'};
    which = 1 + sum(rand(n, 1) > [0.85 0.92 0.94 0.97], 2);
    CauseCode = codes(which).';
    Cause = sources(which);
    EarthquakeMagnitude = round(10*(6 + 2.4*rand(n, 1)))/10;
    EarthquakeMagnitude(which > 3) = NaN;
    lands = {'JAPAN'; 'INDONESIA'; 'CHILE'; 'PERU'; 'USA'; 'PAPUA NEW GUINEA'; 'SOLOMON ISLANDS'; 'RUSSIA'; 'GREECE'; 'MEXICO'};
    Country = lands(randi(10, n, 1));
    coasts = {'NORTHERN COAST'; 'SOUTHERN COAST'; 'EASTERN COAST'; 'WESTERN COAST'; 'OFF THE ISLANDS'};
    Location = coasts(randi(5, n, 1));
    MaxHeight = max(round(10*exp(1.2*randn(n, 1)))/10, 0.1);
    IidaMagnitude = round(10*log2(MaxHeight))/10;
    Intensity = round(2*(IidaMagnitude + 0.5))/2;
    NumDeaths = round(exp(3*randn(n, 1)));
    DescDeaths = 1 + (NumDeaths > 50) + (NumDeaths > 100) + (NumDeaths > 1000);
    NumDeaths(rand(n, 1) < 0.6) = NaN;
    DescDeaths(isnan(NumDeaths)) = NaN;
    T = table(Latitude, Longitude, Year, Month, Day, Hour, Minute, Second, ValidityCode, Validity, CauseCode, Cause, ...
        EarthquakeMagnitude, Country, Location, MaxHeight, IidaMagnitude, Intensity, NumDeaths, DescDeaths);
    writetable(T, fullfile(target, 'tsunamis.xlsx'));

    Time = datetime(2015, 11, 15, 0, 0, 24) + minutes(30*(0:50).');
    day = 2*pi*(0:50).'/48;
    Humidity = round(10*(52 + 8*cos(day) + randn(51, 1)))/10;
    TemperatureF = round(10*(50 - 9*cos(day) + randn(51, 1)))/10;
    PressureHg = round(100*(29.6 + 0.1*sin(day/2)))/100;
    outdoors = timetable(Time, Humidity, TemperatureF, PressureHg);
    save(fullfile(target, 'outdoors.mat'), 'outdoors');
    Time = datetime(2015, 11, 15, 0, 0, 24) + seconds(cumsum(randi([600 1600], 60, 1)));
    Humidity = round(36 + randn(60, 1));
    AirQuality = round(80 + 2*randn(60, 1));
    indoors = timetable(Time, Humidity, AirQuality);
    save(fullfile(target, 'indoors.mat'), 'indoors');
end

function text = number(x)
    if isnan(x)
        text = '';
    else
        text = sprintf('%.10g', x);
    end
end

% ---------------------------------------------------------------- sounds

function make_sounds(target)
    rng(5);
    Fs = 8192;
    put_sound(target, 'handel', chorus(73113, Fs), Fs);
    t = (0:13128).'/Fs;
    beat = mod(t, 0.2);
    put_sound(target, 'chirp', sin(2*pi*(1800*beat + 4500*beat.^2)).*exp(-beat/0.08).*(beat < 0.15), Fs);
    t = (0:42027).'/Fs;
    partials = [92 147 211 289 353 441 560];
    put_sound(target, 'gong', sum(sin(2*pi*t*partials).*exp(-t*(0.4 + (0:6)*0.25))./(1:7), 2), Fs);
    t = (0:12879).'/Fs;
    blow = (t < 0.5) | (t > 0.65);
    put_sound(target, 'train', blow.*sum(sin(2*pi*t*[540 680 810]), 2).*min(1, 12*min(mod(t, 0.65), 1)), Fs);
    t = (0:10000).'/Fs;
    fall = sin(2*pi*(1400*t - 480*t.^2)).*(t < 0.9);
    put_sound(target, 'splat', fall + (t >= 0.9).*randn(10001, 1).*exp(-(t - 0.9)/0.06), Fs);
    t = (0:52633).'/Fs;
    laugh = max(0, sin(2*pi*4.5*t)).^3.*exp(-mod(t, 1.7)/1.1);
    put_sound(target, 'laughter', laugh.*(sin(2*pi*210*t + 2*sin(2*pi*5*t)) + 0.4*sin(2*pi*640*t) + 0.25*randn(52634, 1)), Fs);
    Fs = 7418;
    t = (0:4000).'/Fs;
    voiced = sum(sin(2*pi*t*(110*(1:12))).*exp(-((1:12) - 5).^2/12), 2);
    mtlb = round(500*(voiced.*exp(-((t - 0.12)/0.09).^2) + 0.6*voiced.*exp(-((t - 0.38)/0.08).^2) + 0.05*randn(4001, 1)))/500;
    save(fullfile(target, 'mtlb.mat'), 'Fs', 'mtlb');
end

function y = chorus(n, Fs)
    t = (0:n - 1).'/Fs;
    notes = [0 4 7 4 5 9 7 4 2 5 4 0 -1 2 0 0 7 9];
    step = min(floor(t/0.5) + 1, numel(notes));
    f = 262*2.^(notes(step).'/12);
    phase = 2*pi*cumsum(f)/Fs;
    shape = min(1, 20*mod(t, 0.5)).*exp(-1.2*mod(t, 0.5));
    y = shape.*(sin(phase) + 0.6*sin(1.5*phase) + 0.4*sin(2*phase) + 0.2*sin(3*phase));
end

function put_sound(target, name, y, Fs)
    y = round(100*y/max(abs(y)))/128;
    save(fullfile(target, [name '.mat']), 'y', 'Fs');
end

% ---------------------------------------------------------------- heights, flows and volumes

function make_surfaces(target)
    rng(6);
    [lon, lat] = meshgrid(0.5:359.5, -89.5:89.5);
    land = zeros(180, 360);
    spots = [20 5 28 30; 25 -15 16 22; 60 50 55 22; 100 60 50 14; 80 20 12 14; 135 -25 18 12; 260 45 26 20; 290 -15 16 24; 300 0 14 14; ...
        320 72 14 9; 270 58 26 14; 105 35 24 16];
    for k = 1:size(spots, 1)
        away = mod(lon - spots(k, 1) + 180, 360) - 180;
        land = max(land, exp(-(away/spots(k, 3)).^2 - ((lat - spots(k, 2))/spots(k, 4)).^2));
    end
    land = max(land, exp(-((lat + 90)/14).^2));
    rough = 0.5*smooth_noise(180, 360, 6) + 0.1*smooth_noise(180, 360, 2);
    topo = round(9000*(land - 0.42) + 900*rough);
    topo(topo < 0) = round(0.9*topo(topo < 0)) - 200;
    topo = max(topo, -7400);
    topolegend = [1 90 0];
    sea = [linspace(0, 0.5, 32).' linspace(0.1, 0.8, 32).' linspace(0.4, 1, 32).'];
    ground = [linspace(0.2, 0.95, 32).' linspace(0.5, 0.93, 32).' linspace(0.2, 0.9, 32).'];
    topomap1 = [sea; ground];
    topomap2 = interp1(1:64, topomap1, linspace(1, 64, 128));
    save(fullfile(target, 'topo.mat'), 'topo', 'topolegend', 'topomap1', 'topomap2');

    x = round(1e4*(210.9 + 0.35*rand(294, 1)))/1e4;
    y = round(1e4*(-48.4 + 0.5*rand(294, 1)))/1e4;
    z = round(-4200 + 3300*exp(-((x - 211.07)/0.09).^2 - ((y + 48.15)/0.11).^2) + 60*randn(294, 1));
    caption = ['Depth of the sea in metres at 294 places around an underwater mountain: ', ...
        'x is the longitude, y the latitude, both in degrees, and z the depth below the surface of the sea. ', ...
        'These numbers were computed and describe no real place.'];
    caption = [caption blanks(229 - numel(caption))];
    save(fullfile(target, 'seamount.mat'), 'caption', 'x', 'y', 'z');

    [x, y, z] = meshgrid(linspace(70.25, 134.32, 35), linspace(17.5, 60, 41), linspace(0, 16, 15));
    bend = sin((x - 70)/9 + (y - 17)/14);
    u = round(100*(12 + 1.7*z + 9*bend.*cos((y - 38)/12)))/100;
    v = round(100*(11*cos((x - 70)/10).*sin(z/6 + 0.4)))/100;
    w = round(1e3*(0.4*sin((x - 70)/6).*cos((y - 17)/8).*sin(z/4)))/1e3;
    save(fullfile(target, 'wind.mat'), 'u', 'v', 'w', 'x', 'y', 'z');

    [c, r] = meshgrid(linspace(-1, 1, 128));
    disc = c.^2 + r.^2 < 0.95;
    rim = exp(-((sqrt(c.^2 + r.^2) - 0.93)/0.03).^2);
    head = exp(-((c + 0.05)/0.35).^2 - ((r + 0.1)/0.45).^2) + 0.6*exp(-((c - 0.1)/0.5).^2 - ((r - 0.6)/0.25).^2);
    P = round(127 + 70*(head + rim).*disc + 12*smooth_noise(128, 128, 2).*disc) - 60*~disc;
    P = min(max(flipud(P), 0), 255);
    save(fullfile(target, 'penny.mat'), 'P');

    [c, r, s] = meshgrid(linspace(-1, 1, 128), linspace(-1, 1, 128), linspace(-0.9, 1.1, 27));
    radius = sqrt((c/0.72).^2 + (r/0.9).^2 + (s/1.25).^2);
    tissue = 34*(radius < 0.86) + 20*(radius < 0.8).*(1 + 0.6*sin(14*c + 4*s).*sin(12*r)) - 30*(exp(-(c/0.16).^2 - ((r + 0.05)/0.3).^2 - (s/0.5).^2) > 0.5);
    skull = 60*exp(-((radius - 0.96)/0.035).^2);
    D = uint8(min(max(round(tissue + skull), 0), 88));
    D = reshape(D, 128, 128, 1, 27);
    map = gray(89);
    siz = [128 128 27];
    save(fullfile(target, 'mri.mat'), 'D', 'map', 'siz');
end

function n = smooth_noise(rows, columns, width)
    k = exp(-((-3*width:3*width)/width).^2);
    n = conv2(k, k, randn(rows + 6*width, columns + 6*width), 'valid');
    n = n/std(n(:));
end

% ---------------------------------------------------------------- images with a colormap

function make_indexed(target)
    rng(7);
    X = clown_face(200, 320);
    map = hsv_steps(81);
    put_indexed(target, 'clown', X, map, char('c', 'l'));
    [c, r] = meshgrid(linspace(-1, 1, 500), linspace(-1.1, 1, 480));
    stripes = sin(26*c).*exp(-(c/0.35).^2) + 0.7*cos(9*r - 20*abs(c)).*exp(-((r - 0.3)/0.6).^2);
    eyes = -1.6*(exp(-((abs(c) - 0.28)/0.09).^2 - ((r + 0.55)/0.08).^2));
    put_indexed(target, 'mandrill', scaled(stripes + eyes + 0.15*smooth_noise(480, 500, 6), 220), hsv_steps(220), text_block({'A face of stripes,'; 'drawn by a program'}, 12, 27));
    [c, r] = meshgrid(linspace(0, 1, 509), linspace(0, 1, 648));
    engraving = sin(150*r + 40*sin(5*c)) .* (0.4 + 0.6*smooth_noise(648, 509, 30) > 0.2);
    put_indexed(target, 'durer', square_of_numbers(scaled(engraving + 2*c.*(1 - r), 128)), gray(128), text_block({'After Albrecht Duerer.'; 'The magic square of 1514.'}, 2, 28));
    [c, r] = meshgrid(linspace(0, 1, 371), linspace(0, 1, 359));
    put_indexed(target, 'detail', square_of_numbers(scaled(2*c + r + 0.2*sin(120*r), 64)), gray(64), char('The magic square of 1514', 'drawn by a program'));
    [c, r] = meshgrid(linspace(-1, 1, 300), linspace(0, 2, 400));
    jet_ = exp(-(c./(0.08 + 0.25*r)).^2).*(1 + 0.8*sin(9*r + 6*c.*r).*r) + 0.2*smooth_noise(400, 300, 6).*r.*exp(-(c/0.5).^2);
    put_indexed(target, 'flujet', scaled(jet_, 64), hot(64), text_block({'A stream of matter,'; 'drawn by a program'}, 2, 32));
    [c, r] = meshgrid(linspace(-1.1, 1.1, 250), linspace(1.1, -1.1, 257));
    ball = c.^2 + r.^2 < 1;
    globe = (sin(5*c.*(1 + 0.3*r)) + cos(6*r - 2*c) + 0.7*smooth_noise(257, 250, 8)).*sqrt(max(0, 1 - c.^2 - r.^2));
    X = scaled(globe, 63) + 1;
    X(~ball) = 1;
    map = [0 0 0; [linspace(0, 0.9, 63).' linspace(0.1, 0.95, 63).' linspace(0.5, 0.8, 63).']];
    save(fullfile(target, 'earth.mat'), 'X', 'map');
    [c, r] = meshgrid(linspace(-1, 1, 367), linspace(0, 1, 490));
    bone = exp(-((c - 0.1*sin(4*r))/0.12).^2).*(1.3 + sin(75*r)) + 0.5*exp(-(c/0.6).^2);
    X = scaled(bone, 64);
    map = bone_map(64);
    save(fullfile(target, 'spine.mat'), 'X', 'map');
    [c, r] = meshgrid(linspace(0, 1, 350), linspace(0, 1, 258));
    X = scaled(2*(1 - r) + 1.2*(smooth_noise(258, 350, 7) - 3*(r - 0.4) > 0.6).*(r > 0.25), 128);
    map = summer(128);
    imwrite(X, map, fullfile(target, 'trees.tif'));
    caption = 'Trees before the sky, drawn by a program for this kernel.';
    caption = [caption blanks(66 - numel(caption))];
    save(fullfile(target, 'trees.mat'), 'X', 'caption', 'map');
end

function map = bone_map(n)
    map = (7*gray(n) + fliplr(hot(n)))/8;
end

function put_indexed(target, name, X, map, caption)
    save(fullfile(target, [name '.mat']), 'X', 'caption', 'map');
end

function X = scaled(values, n)
    low = min(values(:));
    X = 1 + round((n - 1)*(values - low)/(max(values(:)) - low));
end

function map = hsv_steps(n)
    k = linspace(0, 1, n).';
    map = hsv2rgb([mod(0.65 - 0.75*k, 1), 0.35 + 0.45*sin(pi*k), 0.1 + 0.9*k]);
end

function X = clown_face(rows, columns)
    [c, r] = meshgrid(linspace(-1.6, 1.6, columns), linspace(-1, 1, rows));
    X = 20 + 10*c + 8*r + 3*smooth_noise(rows, columns, 4);
    X(c.^2 + (r/0.9).^2 < 0.6) = 72;
    hair = (abs(c) > 0.55) & ((abs(c) - 0.85).^2 + (r + 0.1).^2 < 0.14);
    X(hair) = 45 + 12*sin(60*c(hair)).*sin(50*r(hair));
    X(c.^2 + (r - 0.05).^2 < 0.025) = 60;
    X((abs(c) - 0.28).^2 + (r + 0.25).^2 < 0.015) = 5;
    X(abs(sqrt(c.^2 + (r - 0.1).^2) - 0.42) < 0.06 & r > 0.25) = 58;
    X = min(max(round(X), 1), 81);
end

function X = square_of_numbers(X)
    % The square in the corner of the engraving: its rows, columns and diagonals add up to 34, and below stands its year.
    square = [16 3 2 13; 5 10 11 8; 9 6 7 12; 4 15 14 1];
    side = floor(min(size(X))/6);
    top = round(size(X, 1)*0.12);
    left = size(X, 2) - 4*side - 10;
    dark = 4;
    for row = 1:4
        for column = 1:4
            r = top + (row - 1)*side + (1:side);
            c = left + (column - 1)*side + (1:side);
            X(r, c) = round(max(X(:))*0.8);
            X(r([1 2 end]), c) = dark;
            X(r, c([1 2 end])) = dark;
            X(r, c) = write_digits(X(r, c), square(row, column), dark);
        end
    end
end

function cell_ = write_digits(cell_, value, dark)
    glyphs = {'111101101101111' '010110010010111' '111001111100111' '111001111001111' '101101111001001' ...
        '111100111001111' '111100111101111' '111001001001001' '111101111101111' '111101111001111'};
    digits = num2str(value) - '0';
    unit = max(1, floor(size(cell_, 1)/9));
    for k = 1:numel(digits)
        glyph = kron(reshape(glyphs{digits(k) + 1} == '1', 3, 5).', ones(unit));
        r = floor((size(cell_, 1) - 5*unit)/2) + (1:5*unit);
        c = floor((size(cell_, 2) - (4*numel(digits) - 1)*unit)/2) + (k - 1)*4*unit + (1:3*unit);
        part = cell_(r, c);
        part(glyph > 0) = dark;
        cell_(r, c) = part;
    end
end

% ---------------------------------------------------------------- pictures

function make_pictures(target)
    rng(8);
    file = @(name) fullfile(target, name);
    imwrite(vegetables(384, 512, 26), file('peppers.png'));
    imwrite(vegetables(135, 198, 8), file('onion.png'));
    imwrite(pears(486, 732), file('pears.png'));
    imwrite(photographer(), file('cameraman.tif'));
    imwrite(coins(), file('coins.png'));
    imwrite(rice(), file('rice.png'));
    [c, r] = meshgrid(linspace(-1, 1, 240), linspace(-1, 1, 291));
    face = 0.42 + 0.10*exp(-(c/0.5).^2 - (r/0.7).^2) - 0.08*exp(-((abs(c) - 0.2)/0.08).^2 - ((r + 0.2)/0.05).^2) - 0.07*exp(-(c/0.2).^2 - ((r - 0.35)/0.04).^2);
    imwrite(uint8(255*(face + 0.01*smooth_noise(291, 240, 3))), file('pout.tif'));
    [c, r] = meshgrid(1:256);
    circles = false(256);
    for k = 1:14
        circles = circles | (c - 90 - 95*rand).^2 + (r - 60 - 130*rand).^2 < (20 + 18*rand)^2;
    end
    imwrite(circles, file('circles.png'));
    [c, r] = meshgrid(1:329, 1:272);
    blobs = false(272, 329);
    for k = 1:40
        blobs = blobs | ((c - 329*rand)/(4 + 14*rand)).^2 + ((r - 272*rand)/(4 + 14*rand)).^2 < 1;
    end
    imwrite(blobs, file('blobs.png'));
    imwrite(letters(), file('text.png'));
    [c, r] = meshgrid(linspace(-1, 1, 232), linspace(-1, 1, 205));
    d = sqrt(c.^2 + r.^2);
    tire = 0.12 + 0.35*exp(-((d - 0.75)/0.08).^2).*(1 + 0.5*cos(40*atan2(r, c))) + 0.5*exp(-((d - 0.4)/0.05).^2);
    imwrite(uint8(255*min(tire, 1)), file('tire.tif'));
    [c, r] = meshgrid(1:308, 1:242);
    eight = 225*ones(242, 308);
    for k = 0:3
        d = sqrt((c - 55 - 68*k).^2 + (r - 75 - 90*mod(k, 2)).^2);
        eight(d < 30) = 110 + 60*cos(d(d < 30)/4);
    end
    imwrite(uint8(eight), file('eight.tif'));
    circuit = 60*ones(280, 272);
    for k = 1:60
        at = [randi(240) randi(230)];
        if mod(k, 2)
            circuit(at(1) + (0:6), at(2):min(272, at(2) + 20 + randi(80))) = 120 + randi(110);
        else
            circuit(at(1):min(280, at(1) + 20 + randi(80)), at(2) + (0:6)) = 120 + randi(110);
        end
    end
    imwrite(uint8(circuit), file('circuit.tif'));
    [c, r] = meshgrid(linspace(-1, 1, 512));
    body = 90 + 60*exp(-((r - 0.2*c)/0.18).^2 - (c/0.8).^2) + 70*exp(-((r + 0.3)/0.05).^2 - ((c - 0.4)/0.3).^2) + 40*r;
    imwrite(uint8(body), file('liftingbody.png'));
    [c, r] = meshgrid(linspace(-1, 1, 358), linspace(-1.5, 1.5, 537));
    d = c.^2 + r.^2;
    moon = 230*sqrt(max(0, 0.9 - d)).*(0.65 + 0.3*c) - 25*max(0, smooth_noise(537, 358, 6)).*(d < 0.9);
    imwrite(uint8(moon), file('moon.tif'));
    imwrite(landscape(206, 345), file('autumn.tif'));
    imwrite(street(480, 640), file('street1.jpg'), 'Quality', 80);
    [c, r] = meshgrid(linspace(-1, 1, 320), linspace(-0.8, 0.8, 256));
    ball = (c/0.75).^2 + (r/0.5).^2 < 1;
    lace = abs(r) < 0.03 & mod(round(40*c), 3) == 0 & abs(c) < 0.3;
    green = 0.35 + 0.1*smooth_noise(256, 320, 3);
    imwrite(uint8(255*cat(3, paint(0.15*ones(256, 320), ball, 0.5 - 0.3*r, lace), paint(green, ball, 0.28 - 0.2*r, lace), paint(0.1*ones(256, 320), ball, 0.15 - 0.1*r, lace))), file('football.jpg'), 'Quality', 80);
    [c, r] = meshgrid(linspace(-1, 1, 600), linspace(-1.08, 1.08, 650));
    d = sqrt(c.^2 + (r/0.8).^2);
    cloud = exp(-((d - 0.45)/0.2).^2).*(1 + 0.5*smooth_noise(650, 600, 25)) + 1.5*exp(-(d/0.04).^2);
    imwrite(uint8(255*min(cat(3, cloud, 0.55*cloud + 0.4*exp(-((d - 0.3)/0.1).^2), 0.8*exp(-((d - 0.25)/0.15).^2)), 1)), file('ngc6543a.jpg'), 'Quality', 80);
end

function channel = paint(channel, where, values, white)
    channel(where) = values(where);
    channel(white) = 0.95;
end

function image_ = vegetables(rows, columns, many)
    [c, r] = meshgrid(1:columns, 1:rows);
    fold = 0.5 + 0.5*sin(c/23 + 2*sin(r/31));
    image_ = cat(3, 0.22 + 0.1*fold, 0.14 + 0.06*fold, 0.30 + 0.14*fold);
    colours = [0.75 0.1 0.08; 0.25 0.5 0.1; 0.9 0.55 0.1; 0.85 0.75 0.15; 0.95 0.92 0.85; 0.5 0.1 0.25];
    for k = 1:many
        size_ = columns*(0.05 + 0.07*rand);
        flat = 0.6 + 0.5*rand;
        turn = pi*rand;
        x = c - columns*rand;
        y = r - rows*(0.25 + 0.75*rand);
        u = (x*cos(turn) + y*sin(turn))/size_;
        v = (y*cos(turn) - x*sin(turn))/(size_*flat);
        inside = u.^2 + v.^2 < 1;
        height = sqrt(max(0, 1 - u.^2 - v.^2));
        light = 0.35 + 0.65*height - 0.2*v.*height;
        shine = exp(-((u + 0.3).^2 + (v + 0.4).^2)/0.02);
        colour = colours(randi(size(colours, 1)), :);
        for channel = 1:3
            layer = image_(:, :, channel);
            shaded = min(colour(channel)*light + 0.7*shine, 1);
            layer(inside) = shaded(inside);
            image_(:, :, channel) = layer;
        end
    end
    image_ = uint8(255*image_);
end

function image_ = pears(rows, columns)
    [c, r] = meshgrid(1:columns, 1:rows);
    image_ = cat(3, 0.2*ones(rows, columns), 0.25*ones(rows, columns), 0.1*ones(rows, columns));
    for k = 1:30
        x = (c - columns*rand)/42;
        y = (r - rows*rand)/58;
        wide = 1 - 0.35*max(0, -y);
        inside = (x./wide).^2 + y.^2 < 1;
        light = 0.4 + 0.6*sqrt(max(0, 1 - (x./wide).^2 - y.^2));
        colour = [0.75 0.78 0.2].*(0.85 + 0.25*rand(1, 3));
        for channel = 1:3
            layer = image_(:, :, channel);
            layer(inside) = min(colour(channel)*light(inside), 1);
            image_(:, :, channel) = layer;
        end
    end
    image_ = uint8(255*image_);
end

function image_ = photographer()
    [c, r] = meshgrid(1:256);
    image_ = 190 - 0.15*r + 3*smooth_noise(256, 256, 6);
    lawn = r > 170;
    grass = 120 + 10*smooth_noise(256, 256, 2);
    image_(lawn) = grass(lawn);
    image_(c > 180 & c < 200 & r > 70 & r < 170) = 150;
    image_((c - 105).^2/38^2 + (r - 150).^2/75^2 < 1) = 18;
    image_((c - 118).^2 + (r - 62).^2 < 22^2) = 30;
    image_((c - 128).^2 + (r - 64).^2 < 11^2) = 140;
    image_(abs(c - 160) < 14 & abs(r - 72) < 10) = 45;
    for lean = [-0.3 0 0.25]
        image_(abs(c - 160 - lean*(r - 82)) < 2.5 & r > 82 & r < 230) = 25;
    end
    image_(abs(c - 100) < 12 & r > 200) = 22;
    image_ = uint8(image_);
end

function image_ = coins()
    [c, r] = meshgrid(1:300, 1:246);
    image_ = 55 + 10*exp(-((c - 150)/140).^2 - ((r - 120)/110).^2);
    places = [50 45; 118 40; 186 52; 252 48; 45 120; 110 118; 180 128; 250 120; 80 198; 205 200];
    radius = [26 30 24 30 30 24 30 26 30 26];
    for k = 1:10
        d = sqrt((c - places(k, 1)).^2 + (r - places(k, 2)).^2);
        inside = d < radius(k);
        relief = 165 + 40*sin(c/5 + k).*sin(r/6 - k).*(d < 0.8*radius(k)) + 45*exp(-((d - 0.92*radius(k))/2).^2);
        image_(inside) = relief(inside);
    end
    image_ = uint8(image_);
end

function image_ = rice()
    [c, r] = meshgrid(1:256);
    image_ = 105 - 0.22*r + 2*smooth_noise(256, 256, 3);
    for k = 1:95
        turn = pi*rand;
        x = c - 256*rand;
        y = r - 256*rand;
        grain = ((x*cos(turn) + y*sin(turn))/11).^2 + ((y*cos(turn) - x*sin(turn))/3.6).^2;
        image_(grain < 1) = image_(grain < 1)*0.2 + 150 - 0.2*r(grain < 1);
    end
    image_ = uint8(image_);
end

function image_ = letters()
    image_ = false(256);
    glyphs = {'111010010010010' '111100110100111' '110101110101101' '101111111101101' '010101111101101' '011100010001110' '101101111101101' '110101101101110'};
    for row = 1:11
        for column = 1:9
            glyph = kron(reshape(glyphs{randi(8)} == '1', 3, 5).', ones(3));
            image_(8 + 22*(row - 1) + (1:15), 10 + 27*(column - 1) + (1:9)) = glyph > 0;
        end
    end
end

function image_ = landscape(rows, columns)
    [c, r] = meshgrid(linspace(0, 1, columns), linspace(0, 1, rows));
    sky = r < 0.35 + 0.06*sin(9*c);
    leaves = smooth_noise(rows, columns, 4);
    image_ = cat(3, 0.62 + 0.18*leaves, 0.36 + 0.1*leaves, 0.12 + 0.04*leaves);
    blue = cat(3, 0.55 + 0.2*r, 0.68 + 0.2*r, 0.9 + 0*r);
    image_(repmat(sky, 1, 1, 3)) = blue(repmat(sky, 1, 1, 3));
    image_ = uint8(255*min(max(image_, 0), 1));
end

function image_ = street(rows, columns)
    [c, r] = meshgrid(linspace(-1, 1, columns), linspace(-1, 1, rows));
    walls = abs(c) > 0.15 + 0.8*abs(r);
    windows = walls & mod(4*abs(c)./(0.2 + abs(r)), 1) < 0.4 & mod(9*r, 1) < 0.6;
    image_ = cat(3, 0.55 + 0.2*(r < 0), 0.6 + 0.2*(r < 0), 0.65 + 0.3*(r < 0));
    for channel = 1:3
        layer = image_(:, :, channel);
        layer(walls) = 0.5 - 0.08*channel + 0.2*abs(c(walls));
        layer(windows) = 0.2;
        image_(:, :, channel) = layer;
    end
    image_ = uint8(255*image_);
end
