import { stemOf } from "./stem.ts";

/**
 * Words of everyday requests and of every project. How many items hold a word says little while there are few items:
 * in a project with thirty memories "page" is as rare as "webhook".
 */
const COMMON =
  "able above account across action actually add after again against agent ago all allow almost along " +
  "already also always another answer any anymore anyway app application apply around ask away back bad base basic " +
  "because become before begin behind below best better between big bit block both box break bring broken bug build " +
  "button call came case catch cause certain change check choose class clean clear close code column come command " +
  "comment commit common compare complete component config consider contain continue convert copy correct count couple " +
  "create current cut daily data date day decide default define delete describe design detail dev different direct " +
  "display document doc done double down draft drop during each early easy edit either else empty end enough ensure " +
  "entire entry error even ever every everything exact example exist expect explain extra fact fail failed fail fall " +
  "far fast feature feel few field figure file fill final find fine finish first fix follow form format forward found " +
  "full function general generate get give go goes good got great group guess half handle happen hard head help here " +
  "hide high hit hold home hour idea important improve include input inside instead issue item itself job just keep " +
  "kind know label large last late later latest lead learn least leave left less let level like line link list little " +
  "load local log long look lot low main make manual many mark matter maybe mean meet mention message method middle " +
  "might mind minute miss mode month more most move much name near need never new next nice normal note nothing " +
  "notice now number object off often ok okay old once one only open option order other out output over own page " +
  "part pass past path pattern people per perhaps person pick piece place plan play please point possible prefer " +
  "previous print problem proceed process produce project proper provide pull purpose push put question quick quite " +
  "random rather read ready real reason recent record reduce refactor remember remove rename replace report request " +
  "require response rest result return review rewrite right row rule run safe same save say screen script second " +
  "section see seem select send sentence separate set setting several shape share short show side simple simply since " +
  "single sit size skip small some someone something sometimes soon sort source special specific split stand start " +
  "state stay step still stop store string structure stuff style such suggest summary support supposed sure switch " +
  "system table take talk tell ten term test text thank then thing think third though three through throw time title " +
  "today together told tomorrow tool top total touch track tried try turn two type under understand update upper use " +
  "user usual value variable version very via view wait walk want watch way week well went whether while whole why " +
  "without wonder word work world worth write wrong year yes yesterday yet";

const STEMS: ReadonlySet<string> = new Set(COMMON.split(" ").map(stemOf));

/** Whether the stem is of a word that tells little by itself; single letters and small numbers do not either. */
export function isCommon(stem: string): boolean {
  return STEMS.has(stem) || stem.length === 1 || /^[0-9]{1,3}$/.test(stem);
}
