import { Command } from "commander";
import { printSwitched } from "../upgrade/switched.ts";
import { upgrade } from "../upgrade/upgrade.ts";

interface UpgradeOptions {
  readonly from: string;
  readonly sha256?: string;
  readonly json?: true;
}

/** `mneme upgrade`: switches to the version in an archive of a release. */
export function upgradeCommand(): Command {
  return new Command("upgrade")
    .description("Switch to the version in an archive of a release, once its checksum was found right")
    .requiredOption("--from <file|url>", "the archive; SHA256SUMS has to lie beside it")
    .option("--sha256 <hex>", "the archive's checksum, instead of SHA256SUMS")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme upgrade --from ~/Downloads/mneme-0.2.0-linux-x64.tar.xz")
    .action(async (options: UpgradeOptions) => {
      const switched = await upgrade({ from: options.from, sha256: options.sha256 });
      printSwitched(switched, options);
    });
}
