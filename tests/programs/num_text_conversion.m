% Source: https://www.mathworks.com/help/matlab/ref/num2str.html, mat2str, dec2bin, str2num, str2double; Octave agrees.
num2str(pi), num2str(3), num2str(-0.5), num2str(1e10), num2str(123456.789), num2str(1.23456789e-5), num2str(pi, 8), num2str([1 2 3]), num2str([1.5 2; 3 4]), num2str(true), num2str('abc'), num2str(NaN), num2str([1 NaN Inf]), num2str(pi, '%8.3f'), num2str([1 2; 3 4], '%d '), num2str(1e5), num2str(100000.5), num2str(-1.5e-10), num2str(int8(5))
mat2str([1 2; 3 4]), mat2str([0.1 1/3]), mat2str(pi, 4), mat2str([true false]), mat2str('hi'), mat2str([]), mat2str(int8([1 2]), 'class'), mat2str([1;2])
int2str(2.7), int2str([1.2 3.8]), str2num('[1, 2; 3 4]'), str2double('3.14'), str2double('abc'), str2double({'1', 'x'; '2e3', '1+2i'}), str2double('1,000'), str2double('  5 '), str2double('Inf'), str2double(5), str2double('')
dec2bin(5), dec2bin(5, 8), bin2dec('101'), dec2hex(255), hex2dec('FF'), dec2base(10, 3), base2dec('101', 3), dec2bin([1 2 3]), bin2dec({'1', '10'}), hex2num('400921fb54442d18'), num2hex(1)
disp(pi), disp([1.5 2]), disp('text'), disp({1, 'a'}), disp(true), disp(int8([1 2])), disp(1e10), disp(-0), disp(struct('a', 1)), disp("str"), disp(@sin), disp(1+2i), disp(NaN)
fprintf('%s\n', num2str(12345.6789)), fprintf('%d\n', int32(7)), fprintf(1, 'to %s\n', 'stdout'), fprintf('plain\n'), fprintf("%d %s\n", 5, "x"), fprintf('%d, ', [1 2 3]), fprintf('\n'), n = fprintf('abc\n')
blanks(3), deblank('a  '), strtrim(sprintf('\t x \n')), upper('aB'), fliplr('abc'), strcat('a ', 'b'), strcat({'a '}, 'b'), strvcat('a', 'bcd'), char(65:70), double('az')
