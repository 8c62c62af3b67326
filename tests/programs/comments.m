% Source: Octave agrees.
x = 1; % trailing
%{
y = 2;
%}
z = 3; %{ not a block
disp(exist('y', 'var')), disp(z)
... a comment after three dots
w = [1, ... comment
     2]; disp(w) % done
