/** Posts at a table, as they are spoken of. */
import { capital } from "./words";

/** `pit boss` for `pit-boss`. */
export const postName = (post: string): string => post.replace("-", " ");

/** `Pit boss` for `pit-boss`. */
export const postTitle = (post: string): string => capital(postName(post));

/** What leads to a post that may be taken over. */
export const takeOver = (posts: readonly string[]): string =>
  posts.length === 1 ? `Take over as ${postName(posts[0]!)}` : "Take over a post";
