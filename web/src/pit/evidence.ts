/** A file as evidence: its name, size and SHA-256, taken in the browser. The file itself is not sent. */

import type { Evidence } from "../lib/types";

/** Browsers hash files only on secure pages: over https, or on this machine. */
export const canHash = typeof crypto !== "undefined" && crypto.subtle !== undefined;

export async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function evidenceOf(reference: string, file: File | null): Promise<Evidence> {
  const words = reference.trim();
  return {
    ...(words ? { reference: words } : {}),
    ...(file ? { file: file.name, size: file.size, sha256: await sha256Of(file) } : {}),
  };
}
