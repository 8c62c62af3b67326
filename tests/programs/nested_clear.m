% clear in a nested function reaches the variables of its parent. Source: measured in R2025b by the public project carpenterjl/JGraph (MatlabParity).
everything(), one(), by_call(), after()
function everything()
    v = 4; w = 5; inner(); fprintf('%d %d\n', exist('v', 'var'), exist('w', 'var'));
    function inner()
        t = v + w; %#ok
        clear
        fprintf('%d %d %d, ', exist('v', 'var'), exist('w', 'var'), exist('t', 'var'));
    end
end
function one()
    v = 4; w = 5; inner(); fprintf('%d %d\n', exist('v', 'var'), w);
    function inner(), t = v; clear v, end
end
function by_call()
    v = 4; w = 5; inner(); fprintf('%d %d\n', exist('v', 'var'), w);
    function inner(), t = v; clear('v'), end
end
function after()
    v = 4; inner(); disp(v);
    function inner(), clear v, v = [7 8]; end
end
