/** What a subscription tells of itself: bytes, and the end in seconds since 1970. */
export interface SubscriptionUserInfo {
  upload?: number
  download?: number
  total?: number
  expire?: number
}

/** `upload=1; download=2; total=3; expire=4`, whole numbers only: what goes on is written anew from these. */
export function parseUserInfo(header: string | undefined): SubscriptionUserInfo | undefined {
  const info: SubscriptionUserInfo = {}
  for (const part of (header ?? '').split(';')) {
    const [, name, digits] = /^\s*(upload|download|total|expire)\s*=\s*(\d{1,16})(?:\.\d*)?\s*$/i.exec(part) ?? []
    if (name && Number.isSafeInteger(Number(digits)))
      info[name.toLowerCase() as keyof SubscriptionUserInfo] = Number(digits)
  }
  return Object.keys(info).length > 0 ? info : undefined
}
