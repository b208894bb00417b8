import arimo from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url'
import arimoItalic from '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf?url'
import arimoBold from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url'
import arimoBoldItalic from '@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf?url'
import cousine from '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf?url'
import cousineItalic from '@expo-google-fonts/cousine/400Regular_Italic/Cousine_400Regular_Italic.ttf?url'
import cousineBold from '@expo-google-fonts/cousine/700Bold/Cousine_700Bold.ttf?url'
import cousineBoldItalic from '@expo-google-fonts/cousine/700Bold_Italic/Cousine_700Bold_Italic.ttf?url'
import tinos from '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf?url'
import tinosItalic from '@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf?url'
import tinosBold from '@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf?url'
import tinosBoldItalic from '@expo-google-fonts/tinos/700Bold_Italic/Tinos_700Bold_Italic.ttf?url'
import notoEmoji from '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf?url'
import notoEmojiBold from '@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf?url'
import notoSans from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import notoSansItalic from '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf?url'
import notoSansBold from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?url'
import notoSansBoldItalic from '@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf?url'
import notoSansThai from '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf?url'
import notoSansThaiBold from '@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf?url'
import dejaVuSans from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url'
import dejaVuSansBold from 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf?url'
import dejaVuSansOblique from 'dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf?url'
import dejaVuSansBoldOblique from 'dejavu-fonts-ttf/ttf/DejaVuSans-BoldOblique.ttf?url'
import dejaVuSansMono from 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf?url'
import dejaVuSansMonoBold from 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf?url'
import dejaVuSansMonoOblique from 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf?url'
import dejaVuSansMonoBoldOblique from 'dejavu-fonts-ttf/ttf/DejaVuSansMono-BoldOblique.ttf?url'
import dejaVuSerif from 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf?url'
import dejaVuSerifBold from 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf?url'
import dejaVuSerifItalic from 'dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf?url'
import dejaVuSerifBoldItalic from 'dejavu-fonts-ttf/ttf/DejaVuSerif-BoldItalic.ttf?url'
import { machineFontPath } from '#core/domain/burn-fonts.ts'
import { facesOfScript, type FontFace } from '#core/subtitle/text/fonts.ts'

/** Addresses of a family's font files; libass synthesises a missing one from the regular, equally everywhere. */
interface Family {
  readonly plain: string
  readonly bold: string
  readonly italic?: string
  readonly boldItalic?: string
}

const families: Readonly<Record<string, Family>> = {
  'Noto Sans': { plain: notoSans, bold: notoSansBold, italic: notoSansItalic, boldItalic: notoSansBoldItalic },
  Arimo: { plain: arimo, bold: arimoBold, italic: arimoItalic, boldItalic: arimoBoldItalic },
  Cousine: { plain: cousine, bold: cousineBold, italic: cousineItalic, boldItalic: cousineBoldItalic },
  Tinos: { plain: tinos, bold: tinosBold, italic: tinosItalic, boldItalic: tinosBoldItalic },
  'Noto Emoji': { plain: notoEmoji, bold: notoEmojiBold },
  'Noto Sans Thai': { plain: notoSansThai, bold: notoSansThaiBold },
  'DejaVu Sans': {
    plain: dejaVuSans,
    bold: dejaVuSansBold,
    italic: dejaVuSansOblique,
    boldItalic: dejaVuSansBoldOblique,
  },
  'DejaVu Serif': {
    plain: dejaVuSerif,
    bold: dejaVuSerifBold,
    italic: dejaVuSerifItalic,
    boldItalic: dejaVuSerifBoldItalic,
  },
  'DejaVu Sans Mono': {
    plain: dejaVuSansMono,
    bold: dejaVuSansMonoBold,
    italic: dejaVuSansMonoOblique,
    boldItalic: dejaVuSansMonoBoldOblique,
  },
}

/** Addresses of a script's fonts. Unknown families are drawn in DejaVu Sans, as on servers. */
export function fontsOfScript(script: string): string[] {
  return [...new Set(facesOfScript(script).map(addressOf))]
}

function addressOf(face: FontFace): string {
  const path = machineFontPath(face)
  if (path) return path
  const family = families[face.family] ?? families['DejaVu Sans']!
  const plain = face.bold ? family.bold : family.plain
  return (face.italic ? (face.bold ? family.boldItalic : family.italic) : plain) ?? plain
}
