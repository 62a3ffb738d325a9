/** Bytes as base64, by what browsers have as well as Node. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  // As arguments of one call, all of them would be too many.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

/** The bytes that {@link base64Of} wrote. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
}
