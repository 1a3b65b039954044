import { HOOK_REGISTRATIONS } from "../../../../src/base/hook_names.ts";

/** Settings in all the forms that people and programs write them, each valid. */
export const SETTINGS_CASES: Readonly<Record<string, string>> = {
  "two blanks": '{\n  "model": "opus",\n  "env": {\n    "A": "1"\n  }\n}\n',
  "keys named as a part": '{"group": [], "hooks.Stop": {}, "hooks.": []}',
  "tabs":
    '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"hooks": [{"type": "command", "command": "x"}]}\n\t\t]\n\t}\n}\n',
  "minified": '{"a":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"b":[]}',
  "one line with blanks": '{"a": 1, "hooks": {"Stop": [{"hooks": []}]}}\n',
  "hugging brackets":
    '{\n  "hooks": {\n    "Stop": [{\n      "hooks": [{ "type": "command", "command": "x" }]\n    }]\n  }\n}',
  "comma first": '{\n    "a": 1\n  , "b": 2\n}\n',
  "BOM": '\uFEFF{\n  "a": 1\n}\n',
  "no newline at the end": '{\n  "a": 1\n}',
  "blank lines at the end": '{\n  "a": 1\n}\n\n\n',
  "number forms": '{\n  "a": 1e3,\n  "b": 1.0,\n  "c": -0,\n  "d": 12345678901234567890\n}\n',
  "keys twice outside hooks": '{\n  "a": 1,\n  "a": 2,\n  "env": {"x": "1", "x": "2"}\n}\n',
  "key order and an event that no client knows":
    '{\n  "z": 1,\n  "hooks": {\n    "Later": [],\n    "Stop": [\n      {\n        "matcher": "*",\n        "hooks": []\n      }\n    ]\n  },\n  "a": 2\n}\n',
  "escapes": '{\n  "k\\u00e9\\/": "\\ud83d\\ude00 \u2028"\n}\n',
  "hooks not last": '{\n  "hooks": {\n    "Notification": [ { "hooks": [ ] } ]\n  },\n  "a": [1,\n 2]\n}\n',
  "four blanks": '{\n    "model": "opus",\n    "hooks": {\n        "Stop": []\n    }\n}\n',
  "lines without indentation": '{\n"a": 1,\n"hooks": {\n"Stop": []\n}\n}\n',
  "CRLF": '{\r\n  "a": 1,\r\n  "hooks": {}\r\n}\r\n',
  "empty object": "{}",
  "empty object with a newline": "{}\n",
  "empty hooks": '{"hooks":{}}',
  "empty hooks over lines": '{\n  "hooks": {\n  }\n}\n',
  "empty event over lines": '{\n  "hooks": {\n    "Stop": [\n\n    ]\n  }\n}\n',
};

/** What must be left alone: the text, where it is wrong and a word of why. */
export const REFUSED_CASES:
  readonly (readonly [name: string, text: string, line: number, column: number, why: RegExp])[] = [
    ["a line comment", '{\n  // mine\n  "a": 1\n}', 2, 3, /comment/],
    ["a block comment at the end", '{\r\n  "a": 1\r\n}\r\n/* end */', 4, 1, /comment/],
    ["a comma before a brace", '{\n  "a": 1,\n}', 2, 9, /comma before a closing bracket/],
    ["a comma before a bracket", '{"a": [1, ]}', 1, 9, /comma before a closing bracket/],
    ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', 3, 3, /comma expected/],
    ["a missing colon", '{"a" 1}', 1, 6, /colon expected/],
    ["a text that is cut off", '{\n  "a": {', 2, 9, /expected/],
    ["a text that goes on", "{}\n{}", 2, 1, /end of file expected/],
    ["single quotes", "{'a': 1}", 1, 2, /not valid JSON/],
    ["a key without quotes", "{a: 1}", 1, 2, /not valid JSON/],
    ["a number that JSON has not", '{"a": .5}', 1, 7, /not valid JSON/],
    ["a blank that JSON has not", '{"a":\u00a01}', 1, 6, /not valid JSON/],
    ["a thousandfold nesting", "[".repeat(50_000), 1, 1, /nested too deeply/],
    ["a list at the top", "[]", 1, 1, /top is a list/],
    ["a string at the top", '\n"x"', 2, 1, /top is a string/],
    ["null at the top", "null", 1, 1, /top is null/],
    ["hooks as a list", '{\n  "hooks": []\n}', 2, 12, /"hooks" is a list/],
    ["hooks as null", '{"hooks": null}', 1, 11, /"hooks" is null/],
    ["an event as an object", '{"hooks": {\n  "Stop": {}}}', 2, 11, /"Stop" is an object/],
    ["a group as a string", '{"hooks": {"Stop": [\n  "x"]}}', 2, 3, /group of "Stop" is a string/],
    ["a group without hooks", '{"hooks": {"Stop": [{"matcher": ""}]}}', 1, 21, /has no "hooks"/],
    [
      "the hooks of a group as an object",
      '{"hooks": {"Stop": [{"hooks": {}}]}}',
      1,
      31,
      /"hooks" that is an object/,
    ],
    ["hooks twice", '{\n  "hooks": {},\n  "hooks": {}\n}', 3, 3, /"hooks" stands twice/],
    ["an event twice", '{"hooks": {"Stop": [],\n"Stop": []}}', 2, 1, /"Stop" stands twice/],
  ];

/**
 * Returns true if the settings, `hooks` or the list of one of our events is empty: uninstall without a copy removes or
 * rewrites that part.
 */
export function hasEmptyHolder(text: string): boolean {
  const { hooks, ...others } = JSON.parse(text.replace("\uFEFF", ""));
  if (hooks === undefined) return Object.keys(others).length === 0;
  return Object.keys(hooks).length === 0 ||
    HOOK_REGISTRATIONS.some(({ event }) => hooks[event]?.length === 0);
}
