/** Posts at a table and roles of accounts, as they are spoken of. */
import { say } from "./say";
import { capital } from "./words";

const ROLES = ["player", "dealer", "inspector", "pit-boss", "surveillance", "instructor", "administrator"] as const;

/** `pit boss` for `pit-boss`. */
export function postName(post: string): string {
  const known = ROLES.find((each) => each === post);
  return known ? say(`role.${known}`) : post.replace("-", " ");
}

/** `Pit boss` for `pit-boss`. */
export const postTitle = (post: string): string => capital(postName(post));

/** What leads to a post that may be taken over. */
export const takeOver = (posts: readonly string[]): string =>
  posts.length === 1 ? say("take-over", { post: postName(posts[0]!) }) : say("take-over.any");
