import type { Format } from "./format.ts";
import { SIGNS_OF_BUILDS } from "./signs_builds.ts";

/** What compilers, bundlers and the programs that start other programs say in the end. */
export const BUILD_SIGNS: readonly Format[] = [
  {
    name: "tsc",
    signs: SIGNS_OF_BUILDS.tsc,
    fail: /\berror TS\d+: |^Found [1-9]\d* errors?|^svelte-check found [1-9]\d* errors?/m,
    pass: /Found 0 errors|^svelte-check found 0 errors/m,
    first: [/^(\S[^\n]*?\(\d+,\d+\): error TS\d+: [^\n]*)/m, /^(\S[^\n]*?:\d+:\d+ - error TS\d+: [^\n]*)/m],
  },
  {
    name: "cargo-build",
    signs: SIGNS_OF_BUILDS["cargo-build"],
    // What git says begins alike.
    fail:
      /^error\[E\d+\]: |^error: (?!failed to push|cannot (?:pull|rebase|lock)|pathspec|src refspec|Your local|The following untracked|unable to|remote |RPC failed|could not (?:apply|read|lock))/m,
    pass: /^ *Finished (?:`|dev|release|test|\w+ \[|\d+ bundles? at)|^\[INFO\]: \S+ Done in|^📦 Built wheel/m,
    passLast: /^\S+ +INFO ✅ success$/gm,
    first: [/^(error(?:\[E\d+\])?: [^\n]*)/m],
  },
  {
    name: "make",
    signs: SIGNS_OF_BUILDS.make,
    fail:
      /^\w*make(?:\[\d+\])?: \*\*\* (?![^\n]*\(ignored\))|^ninja: (?:build stopped|error)|^FAILED: |^CMake Error|^error: Recipe `[^\n]* failed|^task: Failed to run task|^rake aborted!|^make(?:\[\d+\])?: Target [^\n]* not remade|^scons: building terminated|^error: builder for |❌ FAILURE/m,
    pass:
      /Earthly Build +✅ SUCCESS|^make(?:\[\d+\])?: (?:Nothing to be done|'[^'\n]*' is up to date)|^ninja: no work to do|^scons: done building|^\[(\d+)\/\1\] |^\[100%\] Built target/m,
    none:
      /^make(?:\[\d+\])?: \*\*\* (?:No rule to make target [`'](?![^'\n]*[./][^'\n]*')|No targets specified)|^error: Justfile does not contain|^task: Task "[^"\n]*" does not exist|^Don't know how to build task/m,
    first: [/^(\S+:\d+(?::\d+)?: (?:fatal )?error: [^\n]*)/m, /^(\w*make(?:\[\d+\])?: \*\*\* [^\n]*)/m],
  },
  {
    name: "cc",
    signs: SIGNS_OF_BUILDS.cc,
    fail:
      /^\S+:\d+(?::\d+)?: (?:fatal )?error: |ld returned \d+ exit status|undefined reference to|^\d+ errors?(?: generated\.)?$|^ld: (?:symbol|library)|^collect2: error/m,
    first: [/^(\S+:\d+(?::\d+)?: (?:fatal )?error: [^\n]*)/m, /^([^\n]*undefined reference to [^\n]*)/m],
  },
  {
    name: "gobuild",
    signs: SIGNS_OF_BUILDS.gobuild,
    fail:
      /^\S+\.go:\d+:\d+: (?![^\n]*\([A-Za-z]+\d*\)$)|^go: (?:cannot|no |updates|errors)|^(?:package \S+: |no required module|can't load|vet: )/m,
    first: [/^(?:vet: )?(\S+\.go:\d+:\d+: [^\n]*)/m],
  },
  {
    name: "webpack",
    signs: SIGNS_OF_BUILDS.webpack,
    fail:
      /^(?:webpack|Rspack|[\w./-]+ \([^)\n]*\)) [^\n]*compiled with [1-9]\d* errors?|^ERROR in |^Failed to compile|\bcompiled with \d+ errors?/m,
    pass: /compiled (?:successfully|with \d+ warnings?)|Compiled (?:successfully|with warnings)/,
    first: [/^ERROR in (\S[^\n]*)/m, /^Failed to compile\.?\s+(\S[^\n]*)/m],
  },
  {
    name: "vite",
    signs: SIGNS_OF_BUILDS.vite,
    fail: /^(?:✗|✘|x) Build failed|^error during build|Build failed (?:in|with)|^\[!\] /m,
    pass: /^✓ built in|^info => Preview built|[bB]uilt in [\d.]+ ?m?s|^created \S+ in/m,
    first: [/^error during build:\s+(\S[^\n]*)/m, /^\[!\] (\S[^\n]*)/m],
  },
  {
    name: "esbuild",
    signs: SIGNS_OF_BUILDS.esbuild,
    fail: /^[✘X▲] \[ERROR\]|^\d+ errors?$|Build failed/m,
    pass: /^ *⚡ ?(?:️ )?(?:Done in|Build success)|Build success in/m,
    first: [/\[ERROR\] ([^\n]*)/],
  },
  {
    name: "next",
    signs: SIGNS_OF_BUILDS.next,
    fail:
      /^> Build (?:error occurred|failed)|^Type error: |bundle generation failed|^Error: Failed to collect page data|^Error occurred prerendering|^ *⨯ /m,
    pass: /✓ Generating static pages|Application bundle generation complete/m,
    passLast:
      /^[○ƒλ● ] +\((?:Static|Dynamic|Server|SSG|ISR)\) |^\+ First Load JS shared by all[^\n]*(?:\n(?: +[├└]|ƒ +Middleware)[^\n]*)*/gm,
    first: [/^(Type error: [^\n]*)/m],
  },
  {
    name: "site",
    signs: SIGNS_OF_BUILDS.site,
    fail:
      /^ ?ERROR {2}(?:Error: )?(?:Build failed|Failed to|Could not|Cannot|Rollup)|^\[ERROR\] (?:Error: Unable to build|Client bundle compiled with errors)|^build error:|^(?:Error: )?error building site|^Aborted with \d+ |^ +Liquid Exception: |^(?:Sphinx|Extension|Theme) error:|^\[[\d:]+\] (?:'[^'\n]+' errored after|The following tasks did not complete: )|^\[11ty\] Problem writing |^Aborted due to warnings|^Build Failed$/m,
    pass:
      /^info Done building in|^The (?:build|dist) (?:folder|directory) is ready|^> Using @sveltejs\/adapter[^\n]*\n +✔ done|^\[SUCCESS\] Generated static|^\[11ty\] [^\n]*Wrote [1-9]\d* files? in|^ +done in [\d.]+ seconds\.|^Built Angular Package/m,
    // Some say how to go on.
    passLast:
      /^[^\w\n]{0,9}[Bb]uild complete(?:!|\.| in )|^ *DONE +Build complete\.[^\n]*(?:\n INFO [^\n]*)*|^Project build complete\.[^\n]*(?:\n(?: |or\b)[^\n]*)*|^(?:[✓✔] |\[info\] )?(?:Build [Ss]ucceeded|BUILD SUCCEEDED)[^\n]*(?:\n(?: |Σ )[^\n]*)*|^build succeeded[.,][^\n]*(?:\nThe [^\n]* in [^\n]*)?|^Done, without errors|^Done in \d+m?s\.$|^\[[\d:]+\] Finished '/gm,
    first: [
      /^ ?((?:ERROR {2}|\[ERROR\] |(?:Error: )?error building|(?:Sphinx|Extension|Theme) error:)[^\n]*)/m,
    ],
  },
  {
    // Compilers of few, and of what is no program.
    name: "rare",
    signs: SIGNS_OF_BUILDS.rare,
    fail:
      /^Error HH6\d\d: |^-- [A-Z ]+ -{5,} \S+\.elm$|= \[FAILED\] Took |^\S+\.nim\(\d+, \d+\) Error: |^error: [^\n]*\n *┌─ \S+\.gleam:|^(?:\[error\]|✘) Failed to build|^ +\d+ packages? (?:failed|aborted): /m,
    pass:
      /^Success! Compiled|= \[SUCCESS\] Took |^Compiler run successful|^Compiled \d+ Solidity files? successfully|^Sketch uses \d+ bytes|^ +Compiled in [\d.]+m?s$|^Summary: \d+ packages? finished/m,
    passLast:
      /^Created \S+\.jar$|^(?:Hint: )?(?:operation successful|\d+ (?:lines|LOC))[^\n]* \[SuccessX?\]$|^\S+ \S+ is now installed in /gm,
    first: [/^(\S+\.nim\(\d+, \d+\) Error: [^\n]*)/m, /^-- ([A-Z ]+) -{5,} \S+\.elm$/m],
  },
  {
    name: "docker",
    signs: SIGNS_OF_BUILDS.docker,
    fail:
      /failed to solve|returned a non-zero code|^ERROR: (?:failed|process)|^ > ERROR|did not complete successfully/m,
    pass: /^ *Successfully (?:built|tagged)|naming to \S+(?: [\d.]+s)? done|exporting to image [\d.]+s done/m,
    passLast: /^ (?:✔ )?(?:Service |Image )?\S+ +Built(?: |$)/gm,
    first: [
      /^((?:ERROR: )?failed to solve: [^\n]*)/m,
      /^(The command [^\n]*returned a non-zero code[^\n]*)/m,
    ],
  },
  {
    name: "xcode-build",
    signs: SIGNS_OF_BUILDS["xcode-build"],
    fail: /\*\* (?:BUILD|ARCHIVE) FAILED \*\*|^error: (?:fatalError|emit-module)/m,
    pass: /\*\* (?:BUILD|ARCHIVE) SUCCEEDED \*\*|^Build complete! \([\d.]+m?s\)/m,
  },
  {
    name: "haskell-build",
    signs: SIGNS_OF_BUILDS["haskell-build"],
    fail: /^\S+\.hs:\d+:\d+: error|^Error: \S*cabal|^Error: \[(?:S|Cabal)-\d+\]/m,
    pass: /^Up to date$|^\[\d+ of \d+\] Linking |^Completed \d+ action/m,
    first: [/^(\S+\.hs:\d+:\d+: error[^\n]*)/m],
  },
  {
    name: "ocaml-build",
    signs: SIGNS_OF_BUILDS["ocaml-build"],
    fail: /^Error: [A-Z]/m,
    first: [/^(Error: [^\n]*)/m],
  },
  {
    name: "mix-build",
    signs: SIGNS_OF_BUILDS["mix-build"],
    fail: /^== Compilation error|^\*\* \((?:CompileError|Mix|SyntaxError|TokenMissingError)\)/m,
    pass: /^Generated \S+ app|^Release created at /m,
    first: [/^(\*\* \([A-Z]\w+\) [^\n]*)/m, /^== Compilation error in file (\S+)/m],
  },
  {
    name: "python-build",
    signs: SIGNS_OF_BUILDS["python-build"],
    fail: /^ERROR (?:Backend|Source)|^ *error: subprocess-exited|Failed building wheel/m,
    pass: /^Successfully built \S|^ +- Built \S+\.(?:whl|tar\.gz)$/m,
  },
  {
    name: "flutter-build",
    signs: SIGNS_OF_BUILDS["flutter-build"],
    fail: /^(?:Target \S+ failed|FAILURE: |Error: .*\.dart)|^lib\/\S+: Error: /m,
    pass: /^(?:✓|√)\s+Built /m,
    first: [/^(\S+\.dart:\d+:\d+: Error: [^\n]*)/m],
  },
  {
    name: "workspace",
    signs: SIGNS_OF_BUILDS.workspace,
    fail:
      /^ *Failed: +\S+#\S+|^ *Failed tasks:|^ *[✖×] +\d+\/\d+ (?:targets? )?failed|NX +(?:Ran target \S+ for [^\n]* and|Running target \S+ for [^\n]* failed)|^lerna ERR!|Lerna [^\n]*failed/m,
    pass: /NX +Successfully ran target|^ *Tasks: +(\d+) successful, \1 total/m,
    none: /NX +No tasks were run/,
  },
  {
    name: "package-manager",
    signs: SIGNS_OF_BUILDS["package-manager"],
    fail:
      /^npm (?:ERR!|error) (?:Test failed|code ELIFECYCLE|Lifecycle script|errno [1-9])|ELIFECYCLE|^error Command failed with exit code|^info Visit https:\/\/yarnpkg\.com\/|^error: script "[^"\n]*" exited with code|^Script .* returned with error code|ERR_PNPM_RECURSIVE_RUN|^(?:\.|(?=\S{0,200}\/)\S{1,200}) [\w:-]+: Failed$/m,
    // An installation runs scripts, too, and so does what stands around a build.
    passLast: /^(?:\.|(?=\S{0,200}\/)\S{1,200}) (?!pre|post|install)[\w:-]+: Done$/gm,
    none:
      /[mM]issing script:? |no test specified|Couldn't find a script|Command "[^"\n]*" not found|ERR_PNPM_NO_SCRIPT|^error: Script not found|No projects matched/,
  },
];
