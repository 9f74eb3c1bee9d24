import type { TargetId } from '@switchyard/recipe/model'

const TARGET_NAMES: Record<TargetId, string> = {
  mihomo: 'mihomo', clash: 'clash', singbox: 'sing-box', links: 'links', base64: 'base64',
} // oxfmt-ignore
const EXTENSIONS: Record<TargetId, string> = {
  mihomo: 'yaml',
  clash: 'yaml',
  singbox: 'json',
  links: 'txt',
  base64: 'txt',
}

/** `{name}-{target}-{yyyyMMdd}.yaml`, in the person's own day. */
export function outputFileName(name: string, target: TargetId, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('')
  const words = name.split(/[^\p{L}\p{N}_]/u).filter((word) => word !== '')
  const clean = words.join('-').slice(0, 60) || 'switchyard'
  return `${clean}-${TARGET_NAMES[target]}-${day}.${EXTENSIONS[target]}`
}
