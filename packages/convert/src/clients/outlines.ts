import type { ConfigOutline } from '../compare/shared/config-outline.ts'
import type { DocumentNode } from '../document/document-node.ts'
import { clashOutline } from './clash-config/outline.ts'
import type { ClientId } from './facts.ts'
import { singboxOutline } from './singbox/outline.ts'
import { xrayOutline } from './xray/outline.ts'

/** A config by what it means, by client; undefined where the text is no config. */
export const CONFIG_OUTLINES: Readonly<Record<ClientId, (root: DocumentNode) => ConfigOutline | undefined>> = {
  mihomo: clashOutline,
  clash: clashOutline,
  singbox: singboxOutline,
  xray: xrayOutline,
}
