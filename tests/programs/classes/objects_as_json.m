% jsonencode of objects and of members of enumerations, alone and in structures. Source: MATLAB's documentation, jsonencode.
classdef Colour
    enumeration
        red, green
    end
end
classdef Level < int32
    enumeration
        low (1)
        high (7)
    end
end
classdef Lamp
    properties
        Watts = [40 60]
        Colour = Colour.green
    end
    properties (Access = private)
        Secret = 1
    end
    properties (Dependent)
        Twice
    end
    methods
        function r = get.Twice(o), r = 2 * o.Watts; end
    end
end
disp(jsonencode(Colour.red))
disp(jsonencode(struct('c', [Colour.red Colour.green], 'l', Level.high)))
disp(jsonencode(Lamp))
disp(jsonencode({[Lamp Lamp], 3}))
