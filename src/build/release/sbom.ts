import { createHash } from "node:crypto";
import type { BundledPackage } from "./bundled_packages.ts";
import type { RuntimePart } from "./runtime_parts.ts";

/** What the bill of materials is about. */
export interface SbomSubject {
  readonly version: string;
  /** The name of the target. */
  readonly target: string;
  readonly parts: readonly RuntimePart[];
  readonly packages: readonly BundledPackage[];
}

/** A CycloneDX 1.5 bill of materials as JSON: sorted and without a time, so that equal contents are equal bytes. */
export function sbomText({ version, target, parts, packages }: SbomSubject): string {
  const self = `mneme@${version}`;
  const body = {
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": self,
        name: "mneme",
        version,
        licenses: [{ license: { id: "MIT" } }],
        properties: [{ name: "mneme:target", value: target }],
      },
    },
    components: [...parts.map(partComponent), ...packages.map(packageComponent)],
    dependencies: [
      {
        ref: self,
        dependsOn: [...parts.map(partRef), ...packages.filter((one) => one.isDirect).map(purl)].sort(),
      },
      ...parts.map((part) => ({ ref: partRef(part), dependsOn: [] })),
      ...packages.map((one) => ({ ref: purl(one), dependsOn: one.needs.map(purlOfId).sort() })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(body))}`;
  return `${
    JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.5", serialNumber, ...body }, undefined, 2)
  }\n`;
}

function partComponent(part: RuntimePart) {
  return {
    type: part.name === "deno" ? "platform" : "library",
    "bom-ref": partRef(part),
    name: part.name,
    version: part.version,
    licenses: [{ license: { id: part.license } }],
    externalReferences: [{ type: "website", url: part.homepage }],
  };
}

function packageComponent(one: BundledPackage) {
  const [algorithm = "", digest = ""] = one.integrity.split("-", 2);
  const [group, name] = one.name.startsWith("@") ? one.name.split("/", 2) : [undefined, one.name];
  return {
    type: "library",
    "bom-ref": purl(one),
    ...(group === undefined ? {} : { group }),
    name,
    version: one.version,
    hashes: [{ alg: algorithm.replace(/^sha/, "SHA-"), content: Uint8Array.fromBase64(digest).toHex() }],
    licenses: [{ expression: one.license }],
    purl: purl(one),
  };
}

function partRef({ name, version }: RuntimePart): string {
  return `pkg:generic/${name}@${version}`;
}

function purl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

function purlOfId(id: string): string {
  const at = id.lastIndexOf("@");
  return purl({ name: id.slice(0, at), version: id.slice(at + 1) });
}

/** A UUID of the kind that is made from a hash. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = (parseInt(hex.slice(16, 17), 16) & 3 | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
