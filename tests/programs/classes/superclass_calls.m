% Calls of superclass methods, with and without a dot, and what is taken from their results.
% Source: the page "Call Superclass Methods on Subclass Objects"; the dotted form by the values of the form without a dot.
classdef Account
    properties
        balance = 100
    end
    methods
        function r = summary(o, factor)
            r.total = o.balance * factor;
            r.parts = {1, 'two', [3 4]};
        end
        function varargout = many(o)
            fprintf('asked for %d\n', nargout)
            varargout = {o.balance, 'b', 'c'};
        end
        function show(o)
            fprintf('balance %d\n', o.balance)
        end
    end
end
classdef Savings < Account
    properties
        rate = 2
    end
    methods
        function r = summary(o, factor)
            plain = summary@Account(o, factor).total;
            dotted = o.summary@Account(factor + 1).total;
            part = o.summary@Account(factor).parts{3}(end);
            held.list = {o};
            deep = held.list{1}.summary@Account(factor).parts{2};
            r = {plain, dotted, part, deep, [o.summary@Account(1).total o.rate]};
        end
        function varargout = many(o)
            [varargout{1:nargout}] = o.many@Account;
            o.many@Account();
            o.many@Account;
        end
        function show(o)
            o.show@Account
            fprintf('rate %d\n', o.rate)
        end
    end
end
s = Savings;
s.summary(2)
[a, b] = s.many
s.show
