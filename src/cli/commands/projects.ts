import { Command } from "commander";
import { excludeProject } from "../projects/exclude.ts";
import { forgetProject } from "../projects/forget.ts";
import { listAllProjects } from "../projects/list.ts";
import { mergeIntoProject } from "../projects/merge.ts";

/** `mneme projects`: what is kept of which project, and how to change that. */
export function projectsCommand(): Command {
  const projects = new Command("projects").description("List, merge, forget and exclude projects");
  projects.addHelpText("after", "\nExample:\n  mneme projects list");
  projects.command("list")
    .description("List the projects that anything is kept of, the last used first")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme projects list")
    .action(listAllProjects);
  projects.command("merge")
    .description("Make one project part of another, as when its folder was renamed")
    .argument("<from>", "the folder that it had; it need not be there any more")
    .argument("<into>", "the folder that it belongs to now")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme projects merge ~/old-name ~/new-name")
    .action(mergeIntoProject);
  projects.command("forget")
    .description("Remove everything of a project, memories too, from every page of the file")
    .argument("<dir>", "its folder")
    .option("--yes", "really do it")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme projects forget ~/client-work --yes")
    .action(forgetProject);
  projects.command("exclude")
    .description("Capture and show nothing in a project from now on")
    .argument("<dir>", "its folder")
    .option("--undo", "capture and show there again")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme projects exclude ~/client-work")
    .action(excludeProject);
  return projects;
}
