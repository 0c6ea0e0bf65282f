// What the scripts of the shuffle share (static/sha256.js), and what tests ask (static/shuffle_check.js).

declare var hashes: Pick<typeof import("../../static/sha256.js"), "sha256" | "bytesOf">;
declare var shuffleCheck: Record<string, unknown> & { check: () => void };
