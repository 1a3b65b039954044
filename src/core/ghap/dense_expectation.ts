/** Signs of what happens to a run, in scripts without blanks; a denied one is longer and stands first. */
const SIGNS: readonly (readonly [RegExp, "pass" | "fail"])[] = [
  // Chinese
  [/(?:不会|不再|没有|无|不应该?|不)(?:再|有|会|出现)*(?:失败|报错|出错|错误|崩溃|异常)/g, "pass"],
  [/(?:不会|无法|不能|没有|未能|仍不|还不|依然不|不)(?:能|会|再)*(?:通过|成功|编译)/g, "fail"],
  [/(?:失败|报错|出错|崩溃)/g, "fail"],
  [/(?:通过|成功|变绿)/g, "pass"],
  // Japanese
  [
    /(?:失敗|エラーに|クラッシュ)(?:は|が)?(?:しない|しなく|しません|せず|ならない|なりません|なくなる|なくなり)/g,
    "pass",
  ],
  [/エラー(?:が|は|も)?(?:出ない|出なく|出ません|なく|消え|解消|無く|ない)/g, "pass"],
  [/(?:通|とお)(?:らない|りません|らず)|(?:パス|成功|通過)(?:しない|しません|せず)/g, "fail"],
  [/(?:失敗|落ち(?:る|ます)|エラーに(?:なる|なり)|エラーが(?:出る|出ます|残)|クラッシュ)/g, "fail"],
  [/(?:通る|通ります|通り|パスする|パスし|成功|通過|グリーンに)/g, "pass"],
  // Korean
  [/(?:실패|오류|에러)(?:가|는|도|하지|이)?\s*(?:않|안|없|사라)/g, "pass"],
  [/(?:통과|성공)(?:하지|는|가)?\s*(?:않|못|안)/g, "fail"],
  [/(?:실패|깨질|깨진)/g, "fail"],
  [/(?:통과|성공)/g, "pass"],
];

/** What a text in Chinese, Japanese or Korean says of a run, sign by sign; empty for other scripts. */
export function denseExpectations(text: string): ("pass" | "fail")[] {
  if (!/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text)) return [];
  let rest = text.replace(/(?:如果|もし|만약)[^,，、。.]*[,，、。.]/g, " ").replace(
    /(?:失败的|失敗する|失敗している|실패하는|실패한)(?=测试|用例|テスト|테스트)/g,
    " ",
  );
  const found: ("pass" | "fail")[] = [];
  for (const [sign, expects] of SIGNS) {
    rest = rest.replace(sign, () => {
      found.push(expects);
      return " ";
    });
  }
  return found;
}
