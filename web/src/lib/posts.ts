/** Posts at a table, as they are spoken of. */

/** `pit boss` for `pit-boss`. */
export const postName = (post: string): string => post.replace("-", " ");

/** What leads to a post that may be taken over. */
export const takeOver = (posts: readonly string[]): string =>
  posts.length === 1 ? `Take over as ${postName(posts[0]!)}` : "Take over a post";
