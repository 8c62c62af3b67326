"""containers.Map and dictionary: making them, and their methods, which are functions too (``keys(m)``, ``m.keys()``)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.element_values import cellstr_row, elements, name_value_pairs
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, Fact, builtin, methods
from ...values import CellArray, CharArray, StringArray, StructArray, Tensor, object_array
from ...values.classes import NUMERIC_CLASSES
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, word_of
from ...values.dictionary import Dictionary, as_items, hashable
from ...values.indexing import index
from ...values.map import KEY_TYPES, VALUE_TYPES, Map
from ...values.tables.columns import joined_values

_OPTIONS = ("KeyType", "ValueType", "UniformValues")


@builtin(
    "containers.Map",
    "M = containers.Map",
    "M = containers.Map(keySet, valueSet)",
    "M = containers.Map(keySet, valueSet, 'UniformValues', tf)",
    "M = containers.Map('KeyType', kType, 'ValueType', vType)",
    "M = containers.Map(...)",
    summary="Map from keys (all texts, or all numbers) to values; a handle: copies of the variable share the map.",
    examples=(
        Example("m = containers.Map({'b', 'a'}, {1, 'x'}); m('a')", "'x'"),
        Example("m = containers.Map([3 1 2], {'c', 'a', 'b'}); keys(m)", "{1, 2, 3}"),
        Example("m = containers.Map('KeyType', 'double', 'ValueType', 'any'); m(3) = 'x'; m.Count", "uint64(1)"),
        Example("m = containers.Map({'a', 'b'}, [1 2]); values(m)", "{1, 2}"),
        Example("m = containers.Map; n = m; n('k') = 5; m('k')", "5"),
        Example("m = containers.Map({'a', 'b'}, [1 2]); m.ValueType", "'double'"),
        Example("m = containers.Map({'a', 'b'}, {'x', 'y'}); m.ValueType", "'char'"),
    ),
    errors=(
        ErrorCase("m = containers.Map; m('x')", "MATLAB:Containers:Map:NoKey", "The specified key is not present in this container."),
        ErrorCase("m = containers.Map; m(3)", "MATLAB:Containers:TypeMismatch", "Specified key type does not match"),
        ErrorCase("containers.Map({'a', 'b'}, {1})", "MATLAB:Containers:Map:KeyValueMismatch", "same number of keys and values"),
    ),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def containers_map(call, *arguments):
    if not arguments:
        return Map()
    if _are_options(arguments):
        return _typed_map(name_value_pairs(arguments, _OPTIONS, "containers.Map"))
    if len(arguments) == 1:
        raise call.error("Must specify both keys and values.", "MATLAB:Containers:Map:IncorrectNumberInputs")
    options = name_value_pairs(arguments[2:], _OPTIONS, "containers.Map")
    keys, values = _items(arguments[0]), arguments[1]
    several = type(arguments[0]) is CellArray or len(keys) > 1
    items = _items(values) if several else [values]
    if len(items) != len(keys):
        raise call.error(
            "The number of keys and values must be the same; specify the same number of keys and values.",
            "MATLAB:Containers:Map:KeyValueMismatch",
        )
    uniform = options.switch("UniformValues", True)
    result = Map(_key_type(keys), _value_type(values, items, several) if uniform else "any")
    for key, item in zip(keys, items, strict=True):
        result.put(result.key(key), item)
    return result


def _are_options(arguments: Sequence[Any]) -> bool:
    """Whether all arguments are options, and the first one is no key of its name."""
    if len(arguments) % 2 or not is_text(arguments[0]) or text_of(arguments[0]) not in _OPTIONS:
        return False
    return len(arguments) > 2 or text_of(arguments[0]) == "UniformValues" or _names_a_type(arguments[1])


def _names_a_type(value: Any) -> bool:
    return is_text(value) and text_of(value) in (*KEY_TYPES, *VALUE_TYPES)


def _typed_map(options: dict[str, Any]) -> Map:
    key_type = text_of(options.get("KeyType", CharArray.row("char")))
    value_type = text_of(options.get("ValueType", CharArray.row("any")))
    if key_type not in KEY_TYPES:
        raise MatlabError(f"Unsupported key type '{key_type}'.", "MATLAB:Containers:Map:UnsupportedKeyType")
    if value_type not in VALUE_TYPES:
        raise MatlabError(
            f"Unsupported ValueType '{value_type}' specified. See documentation for valid value types.",
            "MATLAB:Containers:Map:InvalidValueType",
        )
    return Map(key_type, value_type)


def _items(value: Any) -> list[Any]:
    """Keys or values given as a cell, a string or numeric array; one text is one item."""
    if type(value) is CellArray:
        return list(value.array.ravel(order="F"))
    return [value] if type(value) is CharArray else elements(value)


def _key_type(keys: Sequence[Any]) -> str:
    if not keys or all(is_text(key) for key in keys):
        return "char"
    classes = {class_of(key) for key in keys}
    if not classes <= {*NUMERIC_CLASSES, "logical"} or any(numel_of(key) != 1 for key in keys):
        raise MatlabError("The keys must be all character vectors or all real numeric scalars.", "MATLAB:Containers:Map:InvalidKeys")
    only = classes.pop() if len(classes) == 1 else "double"
    return only if only in KEY_TYPES else "double"


def _value_type(values: Any, items: Sequence[Any], several: bool) -> str:
    """``char`` when all values are texts, the class of a numeric array of values, else ``any``."""
    if not several or not items:
        return "any"
    kinds = {"char" if type(item) is CharArray and item.is_row else class_of(item) if numel_of(item) == 1 else "any" for item in items}
    if kinds == {"char"}:
        return "char"
    own = class_of(values)
    if own == "cell" and kinds == {"double"}:
        return "double"
    return own if own in (*NUMERIC_CLASSES, "logical") else "any"


# --- methods of containers.Map --------------------------------------------------------------------------------------


def _map_keys(call, target):
    return CellArray.of([target.key_value(key) for key in target.sorted_keys()])


def _map_values(call, target, wanted=None):
    if wanted is None:
        return CellArray.of([target.entries[key] for key in target.sorted_keys()])
    if type(wanted) is not CellArray:
        raise call.error("Specified keys must be given in a cell array.", "MATLAB:Containers:Map:InvalidKeysType")
    return CellArray.of([target.get(target.key(key)) for key in wanted.array.ravel(order="F")], wanted.shape)


def _has_key(target: Map, key: Any) -> bool:
    try:
        return target.key(key) in target.entries
    except MatlabError:
        return False


def _map_is_key(call, target, wanted):
    if type(wanted) is CellArray or (type(wanted) in (StringArray, Tensor) and wanted.numel != 1):
        items = _items(wanted)
        return np.array([_has_key(target, key) for key in items], np.bool_).reshape(wanted.shape, order="F")
    return _has_key(target, wanted)


def _map_remove(call, target, wanted):
    target.remove([target.key(item) for item in (_items(wanted) if type(wanted) is CellArray else [wanted])])
    return target


def _map_length(call, target):
    return float(len(target.entries))


def _map_vertcat(call, *maps):
    if not all(type(m) is Map for m in maps):
        raise call.error(
            "Only containers.Map objects can be concatenated with a containers.Map.", "MATLAB:Containers:Map:InvalidConcatenation"
        )
    joined = Map(maps[0].key_type, maps[0].value_type if len({m.value_type for m in maps}) == 1 else "any")
    for part in maps:
        if (part.key_type == "char") != (joined.key_type == "char"):
            raise call.error("Specified key type does not match the type expected for this container.", "MATLAB:Containers:TypeMismatch")
        for key, value in part.entries.items():
            joined.put(key, value)
    return joined


def _map_horzcat(call, *maps):
    if len(maps) == 1:
        return maps[0]
    raise call.error("Horizontal concatenation is not supported by containers.Map.", "MATLAB:Containers:Map:HorizontalConcatenation")


def _is_valid(call, target):
    return True


MAP_METHODS = methods(
    Map,
    {
        "keys": _map_keys,
        "values": _map_values,
        "isKey": _map_is_key,
        "remove": _map_remove,
        "length": _map_length,
        "vertcat": _map_vertcat,
        "horzcat": _map_horzcat,
        "isvalid": _is_valid,
    },
)


# --- dictionary -----------------------------------------------------------------------------------------------------


@builtin(
    "dictionary",
    "d = dictionary",
    "d = dictionary(keys, values)",
    "d = dictionary(k1, v1, ..., kN, vN)",
    summary="Dictionary from keys of one class to values of one class.",
    examples=(
        Example('d = dictionary(["a" "b"], [1 2]); d("b")', "2"),
        Example('d = dictionary("a", 1); d("c") = 3; numEntries(d)', "2"),
        Example('d = dictionary([1 2], ["x" "y"]); d([2 1])', '["y" "x"]'),
        Example('d = dictionary("a", 1); e = d; e("a") = 5; d("a")', "1"),
    ),
    errors=(ErrorCase('d = dictionary("a", 1); d("b")', "MATLAB:dictionary:ScalarKeyNotFound", "Key not found."),),
    facts=Fact.OBJECTS,
)
def dictionary(call, *arguments):
    result = Dictionary()
    if len(arguments) % 2:
        raise call.error("Keys and values must come in pairs.", "MATLAB:dictionary:MustBePairs")
    for keys, values in zip(arguments[::2], arguments[1::2], strict=True):
        result.insert(keys, values)
    return result


@builtin(
    "configureDictionary",
    "d = configureDictionary(keyType, valueType)",
    summary="Dictionary without entries whose keys and values are of these classes.",
    examples=(
        Example('isConfigured(configureDictionary("string", "double"))', "true"),
        Example('numEntries(configureDictionary("double", "cell"))', "0"),
    ),
    facts=Fact.OBJECTS,
)
def configure_dictionary(call, keys, values):
    return Dictionary(text_of(keys), text_of(values))


@builtin(
    "keyHash", "h = keyHash(A)", summary="A number that is the same for keys that a dictionary takes for the same.",
    examples=(Example('isequal(keyHash("a"), keyHash(\'a\'))', "true"), Example("keyHash(1) == keyHash(2)", "false"),
              Example("class(keyHash({1, 'x'}))", "'uint64'")),
    facts=Fact.OBJECTS,
)  # fmt: skip
def key_hash(call, value):
    text = repr(hashable(as_items(value))).encode()
    return np.uint64(int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little"))


@builtin(
    "keyMatch", "tf = keyMatch(A, B)", summary="Whether a dictionary takes two keys for the same: their classes and contents are equal.",
    examples=(Example("keyMatch(1, 1)", "true"), Example("keyMatch(1, int8(1))", "false"), Example("keyMatch(NaN, NaN)", "true")),
    facts=Fact.OBJECTS,
)  # fmt: skip
def key_match(call, first, second):
    return hashable(as_items(first)) == hashable(as_items(second))


def _joined(items: list[Any]) -> Any:
    return joined_values(items, "vertcat") if items else Tensor(np.zeros((0, 1)))


def _dictionary_keys(call, target, kind=None):
    return _gathered(call, [key for key, _ in target.entries.values()], kind)


def _dictionary_values(call, target, kind=None):
    return _gathered(call, [value for _, value in target.entries.values()], kind)


def _gathered(call: Any, items: list[Any], kind: Any) -> Any:
    """Keys or values in one array, or each in a cell."""
    word = "uniform" if kind is None else word_of(kind)
    if word not in ("uniform", "cell"):
        raise call.error("Output format must be 'uniform' or 'cell'.", f"MATLAB:dictionary:{call.name}:InvalidFormat")
    return CellArray.of(items, (len(items), 1)) if word == "cell" else _joined(items)


def _dictionary_is_key(call, target, keys):
    return target.contains(keys)


def _dictionary_remove(call, target, keys):
    changed = target.copy()
    changed.remove(keys)
    return changed


def _dictionary_insert(call, target, keys, values, *options):
    named = name_value_pairs(options, ("Overwrite",), "insert")
    if not named.switch("Overwrite", True) and target.key_class is not None:
        known = target.contains(keys)
        new = [k + 1.0 for k, old in enumerate(as_array(known).ravel(order="F").tolist()) if not old]
        if not new:
            return target
        at = (Tensor(np.array([new])),)
        keys = index(keys, at)
        values = index(values, at) if numel_of(values) > 1 else values
    return target.assign((keys,), values)


def _dictionary_lookup(call, target, keys, *options):
    fallback = name_value_pairs(options, ("FallbackValue",), "lookup").get("FallbackValue")
    return target.lookup(keys, fallback)


def _dictionary_count(call, target):
    return float(len(target.entries))


def _dictionary_is_configured(call, target):
    return target.key_class is not None


def _dictionary_entries(call, target, form=None):
    """The entries as a table of keys and values, or as a structure array."""
    names = ("Key", "Value")
    word = "table" if form is None else text_of(form).lower()
    if word not in ("table", "struct"):
        raise call.error("Output format must be 'table' or 'struct'.", "MATLAB:dictionary:entries:InvalidFormat")
    if word == "struct":
        items = [dict(zip(names, entry, strict=True)) for entry in target.entries.values()]
        return StructArray(object_array(items, (len(items), 1)), names)
    columns = (_dictionary_keys(call, target), _dictionary_values(call, target), CharArray.row("VariableNames"), cellstr_row(list(names)))
    return call.session.calls.operator("table")(1, *columns)[0]


def _dictionary_types(call, target):
    return tuple(StringArray.scalar(name) for name in (target.key_class, target.value_class))


DICTIONARY_METHODS = methods(
    Dictionary,
    {
        "keys": _dictionary_keys,
        "values": _dictionary_values,
        "isKey": _dictionary_is_key,
        "remove": _dictionary_remove,
        "insert": _dictionary_insert,
        "lookup": _dictionary_lookup,
        "numEntries": _dictionary_count,
        "isConfigured": _dictionary_is_configured,
        "types": _dictionary_types,
        "entries": _dictionary_entries,
    },
)


_ABC = "m = containers.Map({'a', 'b'}, {1, 'x'}); "
methods_as_functions = (
    method_only(
        "keys",
        ("k = keys(M)", "k = keys(d, 'cell')"),
        "Keys of a map, sorted, or of a dictionary.",
        Example(_ABC + "keys(m)", "{'a', 'b'}"),
        Example('keys(dictionary(["a" "b"], [1 2]), "uniform")', '["a"; "b"]'),
    ),
    method_only(
        "values",
        ("v = values(M)", "v = values(M, keySet)"),
        "Values of a map in the order of its keys, or those of some keys.",
        Example(_ABC + "values(m)", "{1, 'x'}"),
        Example(_ABC + "values(m, {'b'})", "{'x'}"),
    ),
    method_only(
        "isKey",
        ("tf = isKey(M, keySet)",),
        "Whether keys are in a map.",
        Example(_ABC + "isKey(m, 'a')", "true"),
        Example(_ABC + "isKey(m, {'a', 'z'})", "logical([1 0])"),
    ),
    method_only("remove", ("M = remove(M, keySet)",), "Remove keys from a map.", Example(_ABC + "remove(m, 'a'); m.Count", "uint64(1)")),
    method_only(
        "insert",
        ("d = insert(d, keys, values)", "d = insert(d, keys, values, 'Overwrite', tf)"),
        "Add entries to a dictionary.",
        Example('d = insert(dictionary("a", 1), ["a" "b"], [5 6], Overwrite=false); d(["a" "b"])', "[1 6]"),
    ),
    method_only("lookup", ("v = lookup(d, keys)", "v = lookup(d, keys, 'FallbackValue', value)"), "Values of keys, with a fallback."),
    method_only("numEntries", ("n = numEntries(d)",), "Number of entries of a dictionary."),
    method_only("isConfigured", ("tf = isConfigured(d)",), "Whether a dictionary has classes for keys and values."),
    method_only("entries", ("T = entries(d)", "s = entries(d, 'struct')"), "Entries of a dictionary as a table or a structure array."),
    method_only("types", ("[keyType, valueType] = types(d)",), "Classes of a dictionary's keys and values."),
)
