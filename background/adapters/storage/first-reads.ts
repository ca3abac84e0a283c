import { readSession } from "./read-session.ts";
import { settingsRead } from "./settings-store.ts";

// The first thing that a background does: the browser answers while the rest of the script is evaluated. Whoever needs what
// was read joins the read under way; it is they who are told when it fails.
settingsRead.begin();
readSession().catch(() => {});
