% Source: Octave agrees but for the layout that disp gives numbers.
1;
function acct = deposit(acct, amount)
    if amount <= 0, error('bank:amount', 'Amount must be positive, got %.2f', amount); end
    acct.balance = acct.balance + amount;
    acct.history{end+1} = sprintf('+%.2f', amount);
end
function acct = withdraw(acct, amount)
    if amount > acct.balance
        error('bank:funds', 'Insufficient funds: %.2f < %.2f', acct.balance, amount);
    end
    acct.balance = acct.balance - amount;
    acct.history{end+1} = sprintf('-%.2f', amount);
end
accts = struct('name', {'ann', 'bob'}, 'balance', {100, 50}, 'history', {{}, {}});
actions = {1, @deposit, 50; 2, @withdraw, 70; 1, @withdraw, 120; 2, @deposit, -5; 2, @withdraw, 20};
for k = 1:size(actions, 1)
    [who_, f, amount] = actions{k, :};
    try
        accts(who_) = f(accts(who_), amount);
        fprintf('%s: %.2f\n', accts(who_).name, accts(who_).balance);
    catch err
        switch err.identifier
            case 'bank:funds', fprintf('refused: %s\n', err.message);
            case 'bank:amount', fprintf('invalid: %s\n', err.message);
            otherwise, rethrow(err);
        end
    end
end
for a = accts
    fprintf('%s [%s]\n', a.name, strjoin(a.history, ' '));
end
total = sum([accts.balance])
