% Source: Octave joins strings to char arrays.
a = [1 2]; b = a'; c = [a' a']; d = {a', 'a'''}; e = 'it''s'; disp(size(b)), disp(size(c)), disp(d{2}), disp(e)
f = [a']; g = [1 2]'; h = a.'; k = [a', b]; disp(size(k)), disp("say ""hi"""), disp(['a' 'b']), disp(["a", 'b'])
