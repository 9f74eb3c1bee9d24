import { ACL4SSR } from './preset-place.ts'
import type { PresetFile } from './read-contents.ts'

/**
 * The folder `Clash/config` of https://github.com/ACL4SSR/ACL4SSR at this commit: names, bytes and ids of contents. The files
 * themselves (CC BY-SA 4.0) are fetched, and stand nowhere in this project.
 */
export const BUNDLED_COMMIT = '56fc2a61987898dcddf165c2981eaa1f53408a87'
export const BUNDLED_AT = Date.UTC(2026, 7, 22)

const FILES: readonly (readonly [name: string, bytes: number, blob: string])[] = [
  ['ACL4SSR.ini', 2018, 'c307248b3e00404bdd6acef92cf7f4d6ebb4fbae'],
  ['ACL4SSR_AdblockPlus.ini', 2257, '6b0289291ccf14752dfff8fa54941226b16e6116'],
  ['ACL4SSR_BackCN.ini', 1322, 'a5fdf683f3cc5f1afc334024c123568ffb670575'],
  ['ACL4SSR_Mini.ini', 1470, '3c8059043a11a647f6e60837bd7de1a980e0312a'],
  ['ACL4SSR_Mini_Fallback.ini', 1599, 'c5cc0193ab5c78342fca4599bc19e24a208a42dc'],
  ['ACL4SSR_Mini_MultiMode.ini', 1732, 'c8eb7bb750d57ef7d09b2080e389c5131031cc8f'],
  ['ACL4SSR_Mini_NoAuto.ini', 1312, '68a6c6772d8b07f632c4b2e52dec898ee948fc91'],
  ['ACL4SSR_NoApple.ini', 1935, '3b14fb4e7b09c256838a247daf9480190dd6945d'],
  ['ACL4SSR_NoAuto.ini', 1838, '8015b285193df7666da74b67082adb768d214bcd'],
  ['ACL4SSR_NoAuto_NoApple.ini', 1754, '4c01854c4fbc498a9fd9833ede86faa425e7bd47'],
  ['ACL4SSR_NoAuto_NoApple_NoMicrosoft.ini', 1605, '15a7181835a4967f2c6593e9540a902dcdf6b08e'],
  ['ACL4SSR_NoMicrosoft.ini', 1869, '90e151465d1c742c6ac393a6af7e37432b48bac4'],
  ['ACL4SSR_Online.ini', 2866, 'b7070241bea1edacff171ab0d0ae06bfa8d21e3d'],
  ['ACL4SSR_Online_AdblockPlus.ini', 3234, 'd8edf2193acd47a35218a17c0ef76cc45fa6ea88'],
  ['ACL4SSR_Online_Full.ini', 9128, 'ba7793dfb2383a8a8fabfb06a13aa98f7637f667'],
  ['ACL4SSR_Online_Full_AdblockPlus.ini', 9900, 'de2af1be6f39103fc0bcca9a1c5602c60b46c185'],
  ['ACL4SSR_Online_Full_Google.ini', 10446, '713291c897e51b3de1591cd39b7fdc59cb0a0829'],
  ['ACL4SSR_Online_Full_MultiMode.ini', 9358, '8f7f57d326acb8cb3ddaf8c2e23130e34694e90f'],
  ['ACL4SSR_Online_Full_Netflix.ini', 9469, '30f0d22b9682b59dc3379675483a9f8ea4c28b5f'],
  ['ACL4SSR_Online_Full_NoAuto.ini', 8561, '9db88fb5e7f4de408e03b1e349b0a8fce71e0d94'],
  ['ACL4SSR_Online_Mini.ini', 2010, '00639e87ed225822277faecc6922eb155bcfb23d'],
  ['ACL4SSR_Online_Mini_AdblockPlus.ini', 2121, '77bd9ef44a6551aaadb761547710de99e97e8f5c'],
  ['ACL4SSR_Online_Mini_Ai.ini', 2321, '93b306178b495c6b95da6efed705d80a25573cde'],
  ['ACL4SSR_Online_Mini_Fallback.ini', 2139, '7fbec7af289357b767a0b650641c4c979351accd'],
  ['ACL4SSR_Online_Mini_MultiCountry.ini', 2846, 'f8fec71dfc422cc829ebdc75c15c837da326d951'],
  ['ACL4SSR_Online_Mini_MultiMode.ini', 2272, '1060300cbfeb338a8b68348d0e2cc820932d7985'],
  ['ACL4SSR_Online_Mini_NoAuto.ini', 1852, 'a1fc87b6a140f379997ff8e9d5ae8d888866dfdf'],
  ['ACL4SSR_Online_MultiCountry.ini', 4021, '338c2ead0782166d05860ddb81bb22736cb6ce32'],
  ['ACL4SSR_Online_NoAuto.ini', 2657, 'beebba81cf43702885db9d3ae149009aa2f4726a'],
  ['ACL4SSR_Online_NoReject.ini', 2435, 'c95b838bb3c9eccb71933af9d6443c48da811038'],
  ['ACL4SSR_WithChinaIp.ini', 2021, '1d6e7547167d084c1cf46e56b99f55018952d3f2'],
  ['ACL4SSR_WithChinaIp_WithGFW.ini', 2074, 'b81db0d79d32c8ea1cd01947e08774013caadfa6'],
  ['ACL4SSR_WithGFW.ini', 2018, '4d750c4010fb3987580203aafc27c9afd3317c4b'],
]

/** Shown while the code host cannot be reached and nothing of it is kept. */
export const BUNDLED_PRESETS: readonly PresetFile[] = FILES.map(([name, bytes, blob]) => ({
  place: { ...ACL4SSR, path: `${ACL4SSR.path}/${name}` },
  name,
  bytes,
  blob,
}))
