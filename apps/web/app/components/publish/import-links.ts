/** A program that takes the address of a subscription by a link of its own. */
export interface ImportLink {
  app: string
  href: string
}

/**
 * Links that open the usual programs and hand them the address. The forms are those of docs/formats/subscription-headers.md:
 * clash-verge-rev takes all behind `url=` as the address, so the name stands before it.
 */
export function importLinks(url: string, name: string): readonly ImportLink[] {
  const [address, title] = [encodeURIComponent(url), encodeURIComponent(name)]
  return [
    { app: 'Clash Verge', href: `clash-verge://install-config?name=${title}&url=${address}` },
    { app: 'Mihomo Party / Sparkle', href: `mihomo://install-config?name=${title}&url=${address}` },
    { app: 'Clash / Stash', href: `clash://install-config?name=${title}&url=${address}` },
    { app: 'sing-box', href: `sing-box://import-remote-profile?url=${address}#${title}` },
    { app: 'Hiddify', href: `hiddify://import/${url}#${title}` },
    { app: 'Karing', href: `karing://install-config?name=${title}&url=${address}` },
  ]
}
