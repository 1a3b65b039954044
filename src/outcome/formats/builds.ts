import { atEnd, type Format, format } from "./format.ts";

/** What compilers, bundlers and the programs that start other programs say in the end. */
export const BUILDS: readonly Format[] = [
  format("tsc", "error TS|Found 0 errors| errors in |Found 1 error|svelte-check found", () => ({
    cases: { "Found 0 errors. Watching for file changes.": "pass", "Found 1 error.": "fail" },
    fail: /\berror TS\d+: |^Found [1-9]\d* errors?|^svelte-check found [1-9]\d* errors?/m,
    pass: /Found 0 errors|^svelte-check found 0 errors/m,
    first: [/^(\S[^\n]*?\(\d+,\d+\): error TS\d+: [^\n]*)/m, /^(\S[^\n]*?:\d+:\d+ - error TS\d+: [^\n]*)/m],
  })),
  format(
    "cargo-build",
    "could not compile|Finished |custom build command|error[E|error: aborting|Done in|📦 Built|✅ success",
    () => ({
      cases: { "   Finished `dev` profile": "pass", "error[E0308]: x": "fail error[E0308]: x" },
      // What git says begins alike.
      fail:
        /^error\[E\d+\]: |^error: (?!failed to push|cannot (?:pull|rebase|lock)|pathspec|src refspec|Your local|The following untracked|unable to|remote |RPC failed|could not (?:apply|read|lock))/m,
      pass: atEnd(
        /^\S+ +INFO ✅ success$/,
        /^ *Finished (?:`|dev|release|test|\w+ \[|\d+ bundles? at)|^\[INFO\]: \S+ Done in|^📦 Built wheel/,
      ),
      first: [/^(error(?:\[E\d+\])?: [^\n]*)/m],
    }),
  ),
  format(
    "make",
    "***|ninja: |FAILED: |Nothing to be done|is up to date|Built target|CMake Error|Recipe `|task: |rake aborted|not remade|scons: |builder for |❌ FAILURE|Earthly Build|] Linking |Command failed",
    () => ({
      cases: { "ninja: no work to do.": "pass", "make: *** [all] Error 2": "fail make: *** [all] Error 2" },
      fail:
        /^\w*make(?:\[\d+\])?: \*\*\* (?![^\n]*\(ignored\))|^ninja: (?:build stopped|error)|^FAILED: |^CMake Error|^error: Recipe `[^\n]* failed|^task: Failed to run task|^rake aborted!|^make(?:\[\d+\])?: Target [^\n]* not remade|^scons: building terminated|^error: builder for |❌ FAILURE/m,
      pass:
        /Earthly Build +✅ SUCCESS|^make(?:\[\d+\])?: (?:Nothing to be done|'[^'\n]*' is up to date)|^ninja: no work to do|^scons: done building|^\[(\d+)\/\1\] |^\[100%\] Built target/m,
      calledOff:
        /^make(?:\[\d+\])?: \*\*\* (?:No rule to make target [`'](?![^'\n]*[./][^'\n]*')|No targets specified)|^error: Justfile does not contain|^task: Task "[^"\n]*" does not exist|^Don't know how to build task/m,
      first: [/^(\S+:\d+(?::\d+)?: (?:fatal )?error: [^\n]*)/m, /^(\w*make(?:\[\d+\])?: \*\*\* [^\n]*)/m],
    }),
  ),
  format("cc", "error:|undefined reference|ld returned| errors generated| error generated", () => ({
    cases: { "src/a.py:3: error: x": "fail src/a.py:3: error: x" },
    fail:
      /^\S+:\d+(?::\d+)?: (?:fatal )?error: |ld returned \d+ exit status|undefined reference to|^\d+ errors?(?: generated\.)?$|^ld: (?:symbol|library)|^collect2: error/m,
    first: [/^(\S+:\d+(?::\d+)?: (?:fatal )?error: [^\n]*)/m, /^([^\n]*undefined reference to [^\n]*)/m],
  })),
  format("gobuild", ".go:|go: |can't load|no required module", () => ({
    cases: { "./a.go:3:2: undefined: b": "fail ./a.go:3:2: undefined: b" },
    fail:
      /^\S+\.go:\d+:\d+: (?![^\n]*\([A-Za-z]+\d*\)$)|^go: (?:cannot|no |updates|errors)|^(?:package \S+: |no required module|can't load|vet: )/m,
    first: [/^(?:vet: )?(\S+\.go:\d+:\d+: [^\n]*)/m],
  })),
  format("webpack", "compiled |Compiled |ERROR in|Failed to compile|errors and", () => ({
    cases: { "Compiled with warnings.": "pass", "ERROR in src/x.ts": "fail src/x.ts" },
    fail:
      /^(?:webpack|Rspack|[\w./-]+ \([^)\n]*\)) [^\n]*compiled with [1-9]\d* errors?|^ERROR in |^Failed to compile|\bcompiled with \d+ errors?/m,
    pass: /compiled (?:successfully|with \d+ warnings?)|Compiled (?:successfully|with warnings)/,
    first: [/^ERROR in (\S[^\n]*)/m, /^Failed to compile\.?\s+(\S[^\n]*)/m],
  })),
  format(
    "vite",
    "built in|Preview built|Built in|Build failed|error during build|Rollup failed|created |✗ Build|[!] ",
    () => ({
      cases: { "✓ built in 1s": "pass", "error during build:": "fail" },
      fail: /^(?:✗|✘|x) Build failed|^error during build|Build failed (?:in|with)|^\[!\] /m,
      pass: /^✓ built in|^info => Preview built|[bB]uilt in [\d.]+ ?m?s|^created \S+ in/m,
      first: [/^error during build:\s+(\S[^\n]*)/m, /^\[!\] (\S[^\n]*)/m],
    }),
  ),
  format("esbuild", "[ERROR]|Build success|Build failed|⚡", () => ({
    cases: { "✘ [ERROR] x": "fail x", "⚡ Done in 4ms": "pass" },
    fail: /^[✘X▲] \[ERROR\]|^\d+ errors?$|Build failed/m,
    pass: /^ *⚡ ?(?:️ )?(?:Done in|Build success)|Build success in/m,
    first: [/\[ERROR\] ([^\n]*)/],
  })),
  format(
    "next",
    "Build error|Build failed|Type error:|Failed to collect page data|occurred prerendering|Generating static pages|Application bundle generation|First Load JS|○ |ƒ |● |λ ",
    () => ({
      cases: { "✓ Generating static pages (12/12)": "pass", "Type error: x": "fail Type error: x" },
      fail:
        /^> Build (?:error occurred|failed)|^Type error: |bundle generation failed|^Error: Failed to collect page data|^Error occurred prerendering|^ *⨯ /m,
      pass: atEnd(
        /^[○ƒλ● ] +\((?:Static|Dynamic|Server|SSG|ISR)\) |^\+ First Load JS shared by all[^\n]*(?:\n+(?: +[├└]|ƒ +Middleware)[^\n]*)*/,
        /✓ Generating static pages|Application bundle generation complete/,
      ),
      first: [/^(Type error: [^\n]*)/m],
    }),
  ),
  format(
    "site",
    "uild complete|ERROR |[ERROR]|build error|building site|borted |Exception:|Sphinx error|Extension error|Theme error| errored after|Done in |Done building|Done, | done|is ready|[SUCCESS]|[11ty]|ucceeded|SUCCEEDED|] Finished|did not complete|Built Angular|Build Failed",
    () => ({
      cases: { "Done in 12ms.": "pass", "build error:": "fail" },
      fail:
        /^ ?ERROR {2}(?:Error: )?(?:Build failed|Failed to|Could not|Cannot|Rollup)|^\[ERROR\] (?:Error: Unable to build|Client bundle compiled with errors)|^build error:|^(?:Error: )?error building site|^Aborted with \d+ |^ +Liquid Exception: |^(?:Sphinx|Extension|Theme) error:|^\[[\d:]+\] (?:'[^'\n]+' errored after|The following tasks did not complete: )|^\[11ty\] Problem writing |^Aborted due to warnings|^Build Failed$/m,
      pass: atEnd(
        /^[^\w\n]{0,9}[Bb]uild complete(?:!|\.| in )|^ *DONE +Build complete\.[^\n]*(?:\n+ INFO [^\n]*)*|^Project build complete\.[^\n]*(?:\n+(?: |or\b)[^\n]*)*|^(?:[✓✔] |\[info\] )?(?:Build [Ss]ucceeded|BUILD SUCCEEDED)[^\n]*(?:\n+(?: |Σ )[^\n]*)*|^build succeeded[.,][^\n]*(?:\n+The [^\n]* in [^\n]*)?|^Done, without errors|^Done in \d+m?s\.$|^\[[\d:]+\] Finished '/,
        /^info Done building in|^The (?:build|dist) (?:folder|directory) is ready|^> Using @sveltejs\/adapter[^\n]*\n +✔ done|^\[SUCCESS\] Generated static|^\[11ty\] [^\n]*Wrote [1-9]\d* files? in|^ +done in [\d.]+ seconds\.|^Built Angular Package/,
      ),
      first: [
        /^ ?((?:ERROR {2}|\[ERROR\] |(?:Error: )?error building|(?:Sphinx|Extension|Theme) error:)[^\n]*)/m,
      ],
    }),
  ),
  format(
    "rare",
    "Error HH|.elm|] Took|) Error|.gleam:|Failed to build|packages|package failed|package aborted|Summary: |Success|successful|Created |Sketch uses|now installed|Compiled ",
    () => ({
      // Compilers of few, and of what is no program.
      cases: { "   Compiled in 0.40s": "pass", "  1 package failed: x": "fail" },
      fail:
        /^Error HH6\d\d: |^-- [A-Z ]+ -{5,} \S+\.elm$|= \[FAILED\] Took |^\S+\.nim\(\d+, \d+\) Error: |^error: [^\n]*\n *┌─ \S+\.gleam:|^(?:\[error\]|✘) Failed to build|^ +\d+ packages? (?:failed|aborted): /m,
      pass: atEnd(
        /^Created \S+\.jar$|^(?:Hint: )?(?:operation successful|\d+ (?:lines|LOC))[^\n]* \[SuccessX?\]$|^\S+ \S+ is now installed in /,
        /^Success! Compiled|= \[SUCCESS\] Took |^Compiler run successful|^Compiled \d+ Solidity files? successfully|^Sketch uses \d+ bytes|^ +Compiled in [\d.]+m?s$|^Summary: \d+ packages? finished/,
      ),
      first: [/^(\S+\.nim\(\d+, \d+\) Error: [^\n]*)/m, /^-- ([A-Z ]+) -{5,} \S+\.elm$/m],
    }),
  ),
  format(
    "docker",
    "ERROR: |failed to solve|Successfully built|naming to |returned a non-zero|exporting to image|Successfully tagged|FINISHED| Built",
    () => ({
      cases: { " api  Built": "pass", "failed to solve: x": "fail failed to solve: x" },
      fail:
        /failed to solve|returned a non-zero code|^ERROR: (?:failed|process)|^ > ERROR|did not complete successfully/m,
      pass: atEnd(
        /^ (?:✔ )?(?:Service |Image )?\S+ +Built(?: |$)/,
        /^ *Successfully (?:built|tagged)|naming to \S+(?: [\d.]+s)? done|exporting to image [\d.]+s done/,
      ),
      first: [
        /^((?:ERROR: )?failed to solve: [^\n]*)/m,
        /^(The command [^\n]*returned a non-zero code[^\n]*)/m,
      ],
    }),
  ),
  format("xcode-build", "** BUILD|** ARCHIVE|Build complete!|Compiling", () => ({
    cases: { "** BUILD SUCCEEDED **": "pass", "** BUILD FAILED **": "fail" },
    fail: /\*\* (?:BUILD|ARCHIVE) FAILED \*\*|^error: (?:fatalError|emit-module)/m,
    pass: /\*\* (?:BUILD|ARCHIVE) SUCCEEDED \*\*|^Build complete! \([\d.]+m?s\)/m,
  })),
  format(
    "haskell-build",
    "Error: [S-|Error: [Cabal-|Linking |: error|Up to date|Completed |Compilation finished",
    () => ({
      cases: { "Up to date": "pass", "Main.hs:3:8: error: x": "fail Main.hs:3:8: error: x" },
      fail: /^\S+\.hs:\d+:\d+: error|^Error: \S*cabal|^Error: \[(?:S|Cabal)-\d+\]/m,
      pass: /^Up to date$|^\[\d+ of \d+\] Linking |^Completed \d+ action/m,
      first: [/^(\S+\.hs:\d+:\d+: error[^\n]*)/m],
    }),
  ),
  format("ocaml-build", ", characters ", () => ({
    cases: { 'File "a.ml", line 3, characters 8-11:\nError: Unbound foo': "fail Error: Unbound foo" },
    fail: /^Error: [A-Z]/m,
    first: [/^(Error: [^\n]*)/m],
  })),
  format("mix-build", "Release created|** (Mix)|Compilation error|Generated |CompileError", () => ({
    cases: { "Generated shop app": "pass", "== Compilation error in file lib/a.ex ==": "fail lib/a.ex" },
    fail: /^== Compilation error|^\*\* \((?:CompileError|Mix|SyntaxError|TokenMissingError)\)/m,
    pass: /^Generated \S+ app|^Release created at /m,
    first: [/^(\*\* \([A-Z]\w+\) [^\n]*)/m, /^== Compilation error in file (\S+)/m],
  })),
  format("python-build", "Successfully built|ERROR Backend|subprocess-exited|building wheel|Built ", () => ({
    cases: { "Successfully built shop": "pass", "  error: subprocess-exited-with-error": "fail" },
    fail: /^ERROR (?:Backend|Source)|^ *error: subprocess-exited|Failed building wheel/m,
    pass: /^Successfully built \S|^ +- Built \S+\.(?:whl|tar\.gz)$/m,
  })),
  format("flutter-build", "✓ Built|√ Built|Built build/|Target of URI|.dart:|failed: Exception", () => ({
    cases: { "✓ Built build/app.apk": "pass" },
    fail: /^(?:Target \S+ failed|FAILURE: |Error: .*\.dart)|^lib\/\S+: Error: /m,
    pass: /^(?:✓|√)\s+Built /m,
    first: [/^(\S+\.dart:\d+:\d+: Error: [^\n]*)/m],
  })),
  format(
    "workspace",
    "Tasks:|Failed tasks:|No tasks were run| successful, |Ran target|Successfully ran target|lerna ERR|Lerna (powered",
    () => ({
      cases: { " Tasks:    2 successful, 2 total": "pass", "Failed tasks:": "fail" },
      fail:
        /^ *Failed: +\S+#\S+|^ *Failed tasks:|^ *[✖×] +\d+\/\d+ (?:targets? )?failed|NX +(?:Ran target \S+ for [^\n]* and|Running target \S+ for [^\n]* failed)|^lerna ERR!|Lerna [^\n]*failed/m,
      pass: /NX +Successfully ran target|^ *Tasks: +(\d+) successful, \1 total/m,
      none: /NX +No tasks were run/,
    }),
  ),
  format(
    "package-manager",
    "npm ERR!|npm error|ELIFECYCLE|Command failed with exit code|exited with code|Missing script|missing script|not found|No projects matched|no test specified|Couldn't find a script|returned with error code|ERR_PNPM|yarnpkg.com|: Failed|: Done",
    () => ({
      cases: { "packages/a test: Done": "pass", "npm ERR! errno 1": "fail" },
      fail:
        /^npm (?:ERR!|error) (?:Test failed|code ELIFECYCLE|Lifecycle script|errno [1-9])|ELIFECYCLE|^error Command failed with exit code|^info Visit https:\/\/yarnpkg\.com\/|^error: script "[^"\n]*" exited with code|^Script .* returned with error code|ERR_PNPM_RECURSIVE_RUN|^(?:\.|(?=\S{0,200}\/)\S{1,200}) [\w:-]+: Failed$/m,
      // An installation runs scripts, too, and so does what stands around a build.
      pass: atEnd(/^(?:\.|(?=\S{0,200}\/)\S{1,200}) (?!pre|post|install)[\w:-]+: Done$/),
      none:
        /[mM]issing script:? |no test specified|Couldn't find a script|Command "[^"\n]*" not found|ERR_PNPM_NO_SCRIPT|^error: Script not found|No projects matched/,
    }),
  ),
];
