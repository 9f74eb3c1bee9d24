import type { OutputId } from '@switchyard/convert'

/** A program that takes the address of a subscription by a link of its own. */
export interface ImportLink {
  app: string
  href: string
  /** The server knows the program by its name and gives it one of these formats. Absent: it gets the format of the output. */
  gets?: readonly OutputId[]
}

/**
 * Links that open the usual programs and hand them the address. The forms are those of docs/formats/subscription-headers.md:
 * clash-verge-rev takes all behind `url=` as the address, so the name stands before it.
 */
export function importLinks(url: string, name: string): readonly ImportLink[] {
  const [address, title] = [encodeURIComponent(url), encodeURIComponent(name)]
  return [
    { app: 'Clash Verge', href: `clash-verge://install-config?name=${title}&url=${address}`, gets: ['mihomo'] },
    { app: 'Clash Party / Sparkle', href: `mihomo://install-config?name=${title}&url=${address}`, gets: ['mihomo'] },
    { app: 'Clash / Stash', href: `clash://install-config?name=${title}&url=${address}`, gets: ['mihomo', 'clash'] },
    { app: 'sing-box', href: `sing-box://import-remote-profile?url=${address}#${title}`, gets: ['singbox'] },
    { app: 'Hiddify', href: `hiddify://import/${url}#${title}`, gets: ['base64'] },
    { app: 'Karing', href: `karing://install-config?name=${title}&url=${address}` },
  ]
}

/** `same`: programs that get the format of the output. `own`: programs that the server gives another format. */
export function linksFor(client: string, links: readonly ImportLink[]): { same: ImportLink[]; own: ImportLink[] } {
  const isSame = ({ gets }: ImportLink) => gets === undefined || gets.some((id) => id === client)
  return { same: links.filter(isSame), own: links.filter((link) => !isSame(link)) }
}
