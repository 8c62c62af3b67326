% N 60000 3000000
s = repmat('the quick brown fox jumps over the lazy dog; ', 1, ceil(N / 45));
words = 0; vowels = 0; inside = false;
for k = 1:N
  c = s(k);
  if c >= 'a' && c <= 'z'
    if ~inside
      words = words + 1; inside = true;
    end
    if c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'
      vowels = vowels + 1;
    end
  else
    inside = false;
  end
end
r = words * 1000000 + vowels;
