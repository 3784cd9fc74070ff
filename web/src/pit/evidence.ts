/** A file or a text as evidence: its SHA-256 is taken in the browser, and it is not sent itself. */

import type { Evidence } from "../lib/types";

/** Browsers hash files only on secure pages: over https, or on this machine. */
export const canHash = typeof crypto !== "undefined" && crypto.subtle !== undefined;

async function sha256OfBytes(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", content);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256Of(file: File): Promise<string> {
  return sha256OfBytes(await file.arrayBuffer());
}

/** Of a text as it is pasted: in UTF-8, with a line feed at the end of each line. */
export async function sha256OfText(text: string): Promise<string> {
  return sha256OfBytes(new TextEncoder().encode(text.replace(/\r\n?/g, "\n")));
}

export async function evidenceOf(reference: string, file: File | null): Promise<Evidence> {
  const words = reference.trim();
  return {
    ...(words ? { reference: words } : {}),
    ...(file ? { file: file.name, size: file.size, sha256: await sha256Of(file) } : {}),
  };
}
