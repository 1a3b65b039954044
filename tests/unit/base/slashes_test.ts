import { below, isAtOrBelow, parentFolder, withSlashes } from "../../../src/base/slashes.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("parentFolder() climbs to the root of either kind of path and ends there", () => {
  const climb = (folder: string) => {
    const above: string[] = [];
    for (let rest = folder; rest !== ""; rest = parentFolder(rest)) above.push(rest);
    return above;
  };
  assertEquals(climb("/home/me"), ["/home/me", "/home"]);
  assertEquals(climb("C:\\work\\shop"), ["C:\\work\\shop", "C:\\work", "C:"]);
  assertEquals(climb("C:\\work/shop"), ["C:\\work/shop", "C:\\work", "C:"]);
  assertEquals(climb("/"), ["/"]);
});

Deno.test("below() goes on with the slashes of the folder", () => {
  const cases = [
    ["/home/me", "a/b", "/home/me/a/b"],
    ["/", "a", "/a"],
    ["/odd\\name", "a", "/odd\\name/a"],
    ["C:\\Users\\me", "a/b", "C:\\Users\\me\\a\\b"],
    ["C:/Users/me", "a/b", "C:/Users/me/a/b"],
    ["C:", "a", "C:\\a"],
    ["C:\\", "a", "C:\\a"],
    ["\\\\server\\share", "a", "\\\\server\\share\\a"],
  ] as const;
  for (const [folder, name, path] of cases) assertEquals(below(folder, name), path);
});

Deno.test("withSlashes() makes one path of its spellings", () => {
  assertEquals(withSlashes("C:\\work/shop\\a.ts"), "C:/work/shop/a.ts");
  assertEquals(withSlashes("/work/shop"), "/work/shop");
});

Deno.test("isAtOrBelow() takes a folder and what is in it, also of a root, and no sibling with a longer name", () => {
  const cases = [
    ["/work", "/work", true],
    ["/work/shop", "/work", true],
    ["/workshop", "/work", false],
    ["/", "/work", false],
    ["/work", "/", true],
    ["/", "/", true],
    ["C:\\work/shop", "C:\\work", true],
    ["C:\\work", "C:", true],
    ["C:\\work", "C:\\", true],
    ["D:\\work", "C:", false],
  ] as const;
  for (const [path, folder, isIn] of cases) {
    assertEquals(isAtOrBelow(path, folder), isIn, `${path} in ${folder}`);
  }
});
