import { assertEquals, assertRejects } from "../../_support/assert.ts";
import { digestOf, requireDigest } from "../../../src/build/files.ts";

const ABC = new TextEncoder().encode("abc");
const ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const ABC_SHA512 = "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==";

Deno.test("digestOf writes SHA-256 in hexadecimal and SHA-512 as npm does", async () => {
  assertEquals(await digestOf("SHA-256", ABC), ABC_SHA256);
  assertEquals(await digestOf("SHA-512", ABC), ABC_SHA512);
});

Deno.test("requireDigest accepts the expected bytes and else names both digests and the remedy", async () => {
  const expected = {
    subject: "the parcel",
    algorithm: "SHA-256",
    digest: ABC_SHA256,
    remedy: "send it back",
  } as const;
  await requireDigest(expected, ABC);
  const other = new TextEncoder().encode("abd");
  const found = await digestOf("SHA-256", other);
  await assertRejects(requireDigest(expected, other), {
    name: "BuildError",
    message: `Cannot trust the parcel: its SHA-256 must be ${ABC_SHA256} and is ${found}; send it back`,
  });
});
