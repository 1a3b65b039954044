import type { CueTable } from "../../../src/core/triage/cues/cue_names.ts";

export const ENGLISH: CueTable = {
  adopted:
    "went/go/going/gone with|going/go for|chose/choose/chosen/picked/selected|i/we pick/choose|opted for/to|settled/settling/settle on|settled then|" +
    "decided/decide/deciding on/to/for/that/against|decision is/was/:|we've/we decided|we're/we are going/moving/switching/sticking to/with/on|moved/moving/switched/switching to|stick/sticking/stuck with|" +
    "staying/stay/stays with/on|let's/lets do/use/go/take/keep/make/stay|we'll/we will/i'll use/take/keep/go|it's/it is going to be|it is then|it's * then|wins/won|" +
    "made it|the call is|final answer|verdict/conclusion|landed on|i took|i used|i've taken|i've used|taking the|do the|use the|is the way to go|we do|adopted/adopting|replaced/replacing/replaces by/with|" +
    "lives/live/sits/goes in|is in now|becomes|we carry on|keep it|keep the|lightest approach|simplest approach|lets do|that one|the first/second/third one|option a/b/c/#|the former/latter",
  over:
    "instead of|instead|rather than|in favor/favour of|as opposed to|over the|over a|and not|not a|not the|without the|no longer a|won over|chose/chosen/picked/selected/preferred * over|beats/beat|preferred/preferable to|compared/compare with/to|versus/vs|than the|bye bye|replaces/replaced",
  rejected:
    "ruled/rule out|off the table|off the list|out of the question|dropped/drop/dropping|rejected/reject|discarded/discard|scrapped/scrap|abandoned|is/are out|not worth it|decided against|no need for|overkill|too much|" +
    "don't want|do not want|explicitly don't|gave up on|threw out|is dead|buys us nothing|not going/gonna to|we skip|won't/wouldn't/not use",
  agreed:
    "agreed/agree|settled|signed off|final|it's decided|that's decided|confirmed|you're right|makes sense|good idea|sounds good|deal|sold|approved|go ahead|do it|lets do|let's do|yes/yeah/yep do/go/take/use|ok/okay do/go/take/use|works for me|fine with me|perfect",
  options:
    "options/alternatives/choices/approaches|two/three/four ways/options/candidates/possibilities|either|trade-off~|tradeoff~|pros|cons|on the one hand|on the other hand|one could|you could|we could|could also|versus|vs|here's/here are/is|" +
    "option a/b/c/#|approach a/b/#|compared/comparing/comparison|benchmarked/measured/tried both",
  pending:
    "let me know|your call|up to you|your choice|which do/would/one/of|do you want/prefer|would you like/prefer/rather|want me to|shall/should i/we|haven't/not decided|undecided|not sure|to be decided|tbd|" +
    "still thinking/deciding/debating|waiting for|before i/we decide/choose/pick|i'd recommend/suggest/lean/propose|i would recommend/suggest|my recommendation/suggestion|recommendation|i recommend/suggest/propose|say the word|what do you think|does that|is that ok/okay/fine|" +
    "don't implement/pick/decide|not yet|sleep on|open question|for discussion|can decide|have to decide|need to decide|discuss|tell me",
  reason:
    "because/cause/cuz/bc|since|so that|as it/we/they/the/that/this|due to|which is why|that's why|the reason|for the sake of|otherwise|given that|in order to|anyway|why|means|thanks to|simpler/cheaper/faster/easier/smaller/safer/lighter|too slow/expensive/heavy/much/big/complex|less/fewer|no need",
  cause:
    "root cause/causes|caused by|cause was/is|the cause|the culprit|the reason/problem/issue/bug/trouble/catch was/is|turned/turns out|was/were/is/are due to|because of|came/comes/stemmed/stems from|traced to/back/it|was/were being|down to|responsible for|to blame|" +
    "was never|were never|had been|hadn't been|wasn't/weren't/didn't|boils/boiled down to|was missing|was/were set/using/pointing/reading/still|what happened|the bug|it was the|that was it|was the|mismatch|race condition|deadlock~|leak~|off by one|wrong/stale/outdated|doesn't know|didn't know",
  fixed:
    "fixed by/with/it/that|fixed|the fix|a fix|fixes|fixing|resolved/solved/cured by/with|resolved/solved/cured|solved it|did the trick|does the trick|got it working|adding/setting/changing/switching/moving/bumping/pinning/raising/removing/replacing/upgrading/clearing|" +
    "after adding/setting/changing/switching/moving/bumping/pinning/raising/removing/replacing/upgrading/clearing/i/we|i/we added/set/changed/switched/moved/bumped/pinned/raised/removed/replaced/upgraded/cleared/put/took/reverted|corrected|reverted|patched|repaired|the solution|remedy|cured|bug fix|mended|helped",
  works:
    "works/working now/again|now works/passes/builds/starts/loads/runs|works|working|passes/pass now/again|is/are/went/all/tests/suite green|green/clean again|is/are back|is/are gone|no longer|no more|all pass/passing/tests|tests/test/everything/suite pass/passes/passed|" +
    "all # tests|went/goes through|came up|comes up|connects/builds/starts/boots/loads/compiles/runs/deploys/renders again|since then|ever since|in a row|down from/to|dropped/went/falls from/to|# times|stays up|quiet since|succeeded/succeeds|successful/successfully|confirmed working|verified|0 errors/issues|compiles",
  failed:
    "fail~|error~|crash~|broken/broke/breaks|hang/hangs/hung/stuck|timeout~|timed out|blank|refused/rejected|doesn't/didn't/won't work/start/load/build/compile/connect/boot|exception~|segfault~|oom|killed|flaky|red|missing|corrupt~|wrong|stopped working|panic~|denied|not found|bug/bugs|flash~|freez~|froze|slow|stall~|delay~",
  stillOpen:
    "still fail~/crash~/broken/hangs/red/happening/open/flaky/slow/stuck/seeing/getting/the/there|same error/thing/problem/result/failure/issue|no luck|didn't/doesn't/hasn't/not help/helped/fix/change/cure|not fixed/solved/resolved|haven't/not found|no idea|can't reproduce|cannot reproduce|" +
    "not reproducible|unclear|don't know|do not know|doesn't explain|keeps failing/crashing/happening|fails again|again fails|back again|came back|not clear|remains unclear|unexplained|not it either|wasn't it|that's not it|to be continued|stumped|rerun/re-ran/re-run/retried|passed on/the second/retry|went away",
  guess:
    "might/may/could be|might/could have|maybe/perhaps/probably/possibly/presumably|i suspect|suspect/suspicion|likely|seems/seem|looks like|i think|i guess|my guess|hypothesis/theory|i wonder|i'd guess|i would guess|not sure|unverified|untested|haven't tested/verified/tried|if that's|in case|would explain|worth trying/checking|try",
  found:
    "found it|found out|i found|we found|i see the|i can see|now i see/understand|discovered/identified/spotted|bisect~|traced|the log/logs/trace/docs/output/dump shows/show/says|confirmed|reproduced|got it|understood|aha|checked the docs/documentation|i've/i checked|i've/i read|according to|documented|asked the|heard from|just learned|apparently",
  recipe:
    "for next time|next time|for the record|for posterity|note to self|if it/this/that/you happens/see/get/ever again|happens again|steps that|steps are|steps:|to restore|to recover|the procedure|recipe|runbook|in this/that order|when/whenever you see/get|in case it/this|how to|first * then|then run/restart/delete|worked for|this worked|that worked",
  unsupported:
    "not/isn't/aren't/wasn't/never supported|not/isn't/aren't support~|doesn't/don't/does/do/didn't not support|doesn't/don't support|no support for|unsupported|isn't/aren't/not available|unavailable|not possible|impossible|no way to/of/around|there's/there is no|can't/cannot use/be/run/go/upgrade/store/exceed/change/call/access/have/rely/send/write/hold/do|can not|can only/never|isn't/aren't/not able|unable to|" +
    "doesn't/don't/does/won't/will not expose/offer/provide/allow/ship/have/let/accept/know/guarantee/exist|doesn't/don't expose/offer/provide/allow/ship/have/let/accept/guarantee|has/have no|no api/endpoint/hook/option for/to|never returns/sends/fires|refuses|rejects|strips|drops|ignores|blocks|deprecated|end of life|eol|not * configurable|no option|by design|closes the",
  limit:
    "limit/limits/limited/limitation~|api/rate/size/hard limit/limits/limiting/limited|cap/caps/capped|maximum/max|at most|quota/quotas|up to #|no more than|not more than|more than # are/is/per|per second/minute/hour/day/month/request/account/user/call/file/key|a second/minute/hour/day|only #|only one/two/three|one * at a time|" +
    "# per|# requests/calls/bytes/characters/chars/seconds/minutes/connections/items/rows/days|exceed~|throttl~|timeout of|times out after|expires/expire after|at # bytes/characters|longer than|larger/bigger than|smallest/largest|# is the/our|ceiling|threshold|truncat~|hard limit|budget|concurrent",
  policy:
    "not/isn't/aren't allowed|not permitted|forbids/forbidden/forbid|prohibits/prohibited|bans/banned|legal/compliance/security/infosec/audit/auditors says/said/want/wants/require/requires|policy|contract/contracts|contractually|by law|law|gdpr|hipaa|pci|dpa|licence/license|regulation/regulator/regulatory|certif~|compliance|" +
    "terms of|the terms|mandatory|obligatory|we may/must not|must not|may not|must stay|must be|has/have to be|has/have to|needs to stay|the vendor|the bank|the customer|the client's|confirmed with|works council|data protection|residency|retention|auditor~",
  required:
    "requires/require/required|needs/need at least|only works/work on/with/in/if|only runs on|only on|depends on|at least version|minimum|or newer|or later|or higher|and later|and newer|from version|since version|expects|insists on|must|demands|mandatory|only accepts/accept|only available|only if|only with|only when|has to|needs",
  deferred:
    "for now|for the moment|for the time being|later|next sprint/week/month/quarter/release/iteration/year/version/time|will/to address/fix/handle/do/clean/revisit later|will address|postpone~|defer~|put/putting off|follow-up/followup|follow up|revisit|another day|some day|someday|down the road|" +
    "after the release/launch/demo/freeze/migration/deadline|until the/we/after/then|until|not now|not today|in a second/separate/later step/pr/migration/ticket/change|once the/we/they|when we/there's time|backlog|another time|to be done|later on|eventually|at some point|parked|v2|phase two|in q1/q2/q3/q4|q1/q2/q3/q4|" +
    "not in scope|out of scope|ticket/issue filed/opened/created|separate pr/ticket|pushed to/behind|comes later|on my list|will do|isn't done|not done|hasn't been done|unfinished|needs * later|yet",
  workaround:
    "workaround/workarounds|work-around|work around|hack/hacks/hacky|band-aid|bandaid|duct tape|kludge|stopgap|stop-gap|temporary/temporarily|quick fix|quick and dirty|papered over|papers over|hard-coded/hardcoded/hardcode/hardcoding|hard coded|stub/stubbed/stubs|placeholder/placeholders|dummy|" +
    "commented out|disabled|suppressed|skipped/skip|ignored/ignore|swallow/swallows/swallowed|copy-pasted|copied|duplicated/duplicate/duplication|pinned|shim|not pretty|ugly|not proud|crude|cheap|shortcut|cut corners|bodge|monkey-patch~|monkeypatch~|fake/faked|mocked|noqa|ts-ignore|false positive|sleep of|for the demo|interim|provisional|patched copy|technical debt|tech debt|debt",
  leftAsIs:
    "left/leave/leaving it|left/leave/leaving as|left/leave/leaving the/this/that|i left|i've left|we left|left in|left out|left as is|stays as|stays/stay for|stays/stay until|stay/stays/remain/remains|remains/remain|still uses/use/used/reads/calls/has/have/goes/runs/loads/in|untouched|unchanged|not touched|didn't touch|haven't touched|kept the old|keep the old|known issue/bug/limitation|live with|living with|accept/accepted/accepting|tolerate|good enough|not going to|won't fix|wontfix|on purpose|deliberately|knowingly|consciously|risk|that's fine|we know|i know",
  missing:
    "no test/tests|isn't/aren't/not covered|not/isn't/aren't/hasn't been/implemented|doesn't/don't/didn't handle/cover/check/validate/retry/rotate/do|not handled|unhandled|untested|not tested|without tests|didn't get to|haven't/didn't/hasn't|no error handling|not wired|not migrated|not cleaned|missing|only handles/covers/works|nothing is|nobody|no retry/validation/lock~/rollback/pagination|is empty|in memory|by hand|manually|never cleaned/rotated/invalidated/freed|doesn't scale|full scan|n+1|is/are still",
  paidOff:
    "removed/dropped/deleted/replaced the/that/this workaround/hack/stub/shim/placeholder/todo/hardcoded|is gone now|no longer hard~|no longer needed|paid off|cleaned up|got rid of|nothing is/remains left|replaced by the real|proper fix|properly now|real one now|done after all|also did|did it after all|isn't hardcoded|not hardcoded|configurable now|already done|was removed|has been removed|resolved the todo",
  standing:
    "from now on|from here on|from today|going forward/forwards|in future|in the future|in general|generally|every time|each time|whenever|by default|as a rule|that's a/the rule|the rule is|rule|rules|remember|keep in mind|keep that in mind|as always|at all times|without exception|no exceptions|for everything|everywhere|across the|applies to|for all|in all|all new|any new|every new|every|never ever|until further notice|permanently|for good|house style|standing",
  always:
    "always|never|ever|only ever|no * ever|not ever|each and every|always use|never use|must always|please always|please never",
  ours:
    "we never/always/use/don't/only/write/keep/prefer/avoid/do/name/squash/rebase/commit/test/put|we're a|in this/our/my/the repo/project/codebase/team/org/company/app/monorepo/house|in my repos/projects/code|in our|our convention/conventions/style/rule/standard/standards|on this team|this team|our team|nobody here|here we|that's how we|how we do|the way we|not how we|house rule|team rule|around here|team convention|convention",
  wish:
    "please|pls|plz|i prefer|my preference|told you|i'd prefer|i want|i'd like|i'd rather|i like|i hate|i don't like|i dislike|don't|do not|stop|make sure|be sure|avoid|no need to|use|write|ask me|tell me|show me|keep|prefer|want you to|need you to|quit|with me",
  once:
    "this time|just this once|this once|only this once|for this one|just this one|this one time|for today|today only|only here|just here|just for|only for|in this case|for this pr/commit/task/file/change/release/branch/test/ticket|this pr/commit/file/branch|here only|once|for the demo|right now|temporarily|exceptionally|as an exception|one-off|throwaway",
  narration:
    "let me|let's check/look/see/run/verify/test/lint/start|now let|i'll now|now i'll|next i'll|i'll start|i'll check|i'll look|i'll read|i'll run|i'll add|i'll update|first i'll|looking at|checking|reading|running|going to check/look/run|i'm going to|i need to|now i need|now update|now run|starting with|moving on|next up|next:|let me know|here's what i'll|here is what i'll|will now",
  reported:
    "says|said|wrote|writes|according to|the docs/documentation/readme/adr/article/blog/book/manual/post/paper/talk/comment say/says/recommend/recommends/mention/describes|they chose/use/went/picked/decided|the authors|in the docs|docs/documentation|quoting|quote|quoted|the comment|comment in|todo|todos|fixme|recommends/recommend|blog/article/post/paper/talk/book|adr|changelog|release notes|other team|the team at|their team|netflix/google/uber/shopify/airbnb",
  supposed:
    "if we/i/you/it/they|would|could|assuming|suppose/supposing|what if|imagine|hypothetically|in theory|theoretically|say we|were we|had we|might|may|were to|unless|in case|whether",
  thanks:
    "thanks/thx/ty|thank you|great|nice|cool|awesome|perfect|good job|well done|lgtm|looks good|ok|okay|got it|sure|hi|hello|hey|lol|haha|wow|hm|hmm",
  removedLimit:
    "limit/cap is/was gone/removed/lifted|removed/lifted/raised/dropped the limit/cap/maximum|no longer limited/capped|unlimited|no limit|no limits|without a limit|no restriction|not limited|limit no longer",
};
