import type { OpenDocument } from '../document/open-document.ts'
import type { ListTexts, Router } from '../explain/shared/explanation.ts'
import { openClashRouter } from './clash-config/explain-rules.ts'
import type { ClientId } from './facts.ts'
import { openSingboxRouter } from './singbox/explain-rules.ts'
import { openXrayRouter } from './xray/explain-rules.ts'

/** Who says where a connection goes, by client; undefined where the text is no config. */
export const ROUTERS: Readonly<Record<ClientId, (document: OpenDocument, texts: ListTexts) => Router | undefined>> = {
  mihomo: (document, texts) => openClashRouter(document, texts, 'mihomo'),
  clash: (document, texts) => openClashRouter(document, texts, 'clash'),
  singbox: openSingboxRouter,
  xray: openXrayRouter,
}
