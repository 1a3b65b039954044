import { backupCommand, restoreCommand } from "../../src/cli/backup/backup_command.ts";
import { processCommand } from "../../src/cli/process/process_command.ts";
import { PRUNED_PAYLOAD } from "../../src/store/observations.ts";
import { assertEquals } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";

Deno.test("what an old backup brings back of calls goes again when its time is over", async () => {
  using home = new CliHome();
  const at = new Date(Date.now() - 100 * 86_400_000).toISOString();
  home.withStore((store) =>
    store.run(
      `insert into pending_queue (session_id, tool_use_id, tool_name, priority, status, created_at, payload)
         values ('s', 't', 'Bash', 'high', 'processed', ?, '{"tool_input":{}}')`,
      at,
    )
  );
  const file = `${home.root}/copy.db`;
  assertEquals((await home.run(backupCommand(), [file])).error, undefined);
  const payloads = () => home.withStore((store) => store.all("select payload from pending_queue"));
  assertEquals((await home.run(processCommand(), [])).error, undefined);
  assertEquals(payloads().map(({ payload }) => payload), [PRUNED_PAYLOAD]);
  assertEquals((await home.run(restoreCommand(), [file])).error, undefined);
  assertEquals(payloads().map(({ payload }) => payload), ['{"tool_input":{}}']);
  assertEquals((await home.run(processCommand(), [])).error, undefined);
  assertEquals(payloads().map(({ payload }) => payload), [PRUNED_PAYLOAD]);
});
