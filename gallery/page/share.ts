/** Puts a link to a part of this page into the clipboard; whether that worked. The link is in the address bar too. */
export async function copyLink(hash: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new URL(hash, location.href).href);
    return true;
  } catch {
    return false; // not allowed, or not a secure page
  }
}
