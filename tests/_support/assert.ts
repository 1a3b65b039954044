// One place for the assertion library, so that a test file has one import.
export {
  deepStrictEqual as assertEquals,
  doesNotMatch as assertNotMatch,
  match as assertMatch,
  notStrictEqual as assertNotEquals,
  ok as assert,
  rejects as assertRejects,
  throws as assertThrows,
} from "node:assert/strict";
