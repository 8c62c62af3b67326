% Source: https://www.mathworks.com/help/matlab/events-sending-and-responding-to-messages.html
classdef Account < handle
    properties
        Balance = 0
        Log = {}
    end
    properties (SetObservable)
        Owner = 'nobody'
    end
    events
        Overdrawn
        Changed
    end
    methods
        function withdraw(obj, amount)
            obj.Balance = obj.Balance - amount;
            notify(obj, 'Changed');
            if obj.Balance < 0
                notify(obj, 'Overdrawn', AmountData(amount));
            end
        end
    end
end
classdef AmountData < event.EventData
    properties
        Amount
    end
    methods
        function d = AmountData(a)
            d.Amount = a;
        end
    end
end
a = Account;
l1 = addlistener(a, 'Overdrawn', @(src, ev) fprintf('overdrawn by %d: balance %d (%s)\n', ev.Amount, src.Balance, ev.EventName));
l2 = a.addlistener('Changed', @(src, ~) disp(class(src)));
a.withdraw(5)
l2.Enabled = false;
a.withdraw(1)
delete(l1)
a.withdraw(1)
l3 = addlistener(a, 'Owner', 'PostSet', @(p, e) fprintf('%s is now %s\n', p.Name, e.AffectedObject.Owner));
a.Owner = 'Ann';
l4 = addlistener(a, 'Owner', 'PreSet', @(p, e) fprintf('before: %s\n', e.AffectedObject.Owner));
a.Owner = 'Bob';
isvalid(l1), isvalid(l3)
events(a)
l5 = addlistener(a, 'ObjectBeingDestroyed', @(s, e) disp('going'));
delete(a)
isvalid(a)
