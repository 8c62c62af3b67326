% Source: https://www.mathworks.com/help/matlab/matlab_prog/argument-validation-functions.html
function t(code)
    try, eval(code); fprintf('ok     %s\n', code);
    catch e, fprintf('%s\n   %s\n   %s\n', code, e.identifier, e.message); end
end
t('mustBePositive(1)'), t('mustBePositive([1 0])'), t('mustBeNonnegative(-1)'), t('mustBeNonpositive(1)'), t('mustBeNegative(0)')
t('mustBeFinite([1 Inf])'), t('mustBeNonNan(NaN)'), t('mustBeNonzero(0)'), t('mustBeNonsparse(sparse(1))'), t('mustBeReal(1i)')
t('mustBeInteger(1.5)'), t('mustBeInteger(int8(3))'), t('mustBeNonmissing(missing)')
t('mustBeGreaterThan(1, 2)'), t('mustBeLessThan(3, 2)'), t('mustBeGreaterThanOrEqual(1, 2)'), t('mustBeLessThanOrEqual(3, 2)')
t('mustBeNumeric(''a'')'), t('mustBeNumericOrLogical("a")'), t('mustBeA(1, "char")'), t('mustBeA(1, ["char" "double"])')
t('mustBeText(1)'), t('mustBeTextScalar(["a" "b"])'), t('mustBeNonzeroLengthText("")'), t('mustBeText({''a'', ''b''})')
t('mustBeMember(3, [1 2])'), t('mustBeMember("c", ["a" "b"])'), t('mustBeMember(''a'', {''a'', ''b''})')
t('mustBeNonempty([])'), t('mustBeScalarOrEmpty([1 2])'), t('mustBeVector(ones(2))'), t('mustBeVector([])'), t('mustBeVector([], "allow-all-empties")')
t('mustBeInRange(5, 1, 3)'), t('mustBeInRange(3, 1, 3, "exclusive")'), t('mustBeUnderlyingType(1, "double")')
t('mustBeValidVariableName("a1")'), t('mustBePositive("a")'), t('mustBeInteger(1i)'), t('mustBeFile("no_such_file.x")'), t('mustBeFolder("no_such_folder_x")'), t('mustBeMatrix(ones(2,2,2))'), t('mustBeRow([1;2])'), t('mustBeColumn([1 2])')
