#!/usr/bin/env node
"use strict";
// Starts the program in the package for this system, which npm installs beside this one, and exits with its status.

const { spawnSync } = require("node:child_process");
const { dirname, join } = require("node:path");

const TARGETS = {
  "linux x64": "linux-x64",
  "linux arm64": "linux-arm64",
  "darwin x64": "macos-x64",
  "darwin arm64": "macos-arm64",
  "win32 x64": "windows-x64",
};

function main() {
  const system = `${process.platform} ${process.arch}`;
  const target = TARGETS[system];
  if (target === undefined) return fail(`there is no package for ${system}; build mneme from its sources`);
  const run = spawnSync(programOf(`@mneme/${target}`), process.argv.slice(2), { stdio: "inherit" });
  if (run.error !== undefined) return fail(`${run.error.message}; install the package again`);
  process.exitCode = run.status ?? 1;
}

function programOf(name) {
  const program = process.platform === "win32" ? "mneme.exe" : "mneme";
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), program);
  } catch {
    const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
    if (isMusl) return fail("it needs glibc, which this system (Alpine, for example) does not have");
    return fail(`the package ${name} is missing; install again with: npm install --include=optional`);
  }
}

function fail(reason) {
  process.stderr.write(`mneme: Cannot start: ${reason}\n`);
  process.exit(1);
}

main();
