import { valueIn } from '../../shared/checked.ts'
import { loadOwnRules } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import type { OwnExampleName } from './example-grids.ts'

export async function ownExample(name: OwnExampleName): Promise<PuzzleText> {
  const { unpackedPuzzle } = await loadOwnRules()
  return valueIn(unpackedPuzzle({ size: 9, rules: 'classic', ...OWN[name] }))
}

/** Puzzles with rules of their own, as addresses have them, by the names under which they are chosen. */
const OWN: Readonly<Record<OwnExampleName, { readonly text: string; readonly own: string }>> = {
  // The first two are by `sudoku generate --seed 1 --rules killer` and `jigsaw`. The lines of the others lie on a grid of
  // seed 7, whose digits went one by one as long as there was one solution.
  Killer: {
    text: '..................................................................8..............',
    own: 'N4Igxg9gdgzgLgJwIYEspxiAXAbVHATwAcBTbcJAczIBpwSAbBzXEBAZjABYQ6OwArCAC6dGAFcAttgCMABgC-NfMTJYK1XvSYscbLmACcWhAKMmAbOdEgJ0rDItKVpcmCq1tzbHoQAOMAB2EwC_E0MwC3Cg6LCbO1k_ZxBCV3V3TTowRm9WBANgvjNCtitg-KlZAWTUtQ1PbJ0fNgCAJhCwdhExSqwnZRTVNw8tRtzfCPa-CK6K-xlAmqH0kayc3TYZGL4tsL5WsD22Tjie-1akgdrhzK8NhEDBDp4-AKFXyO7bXtauJbT6qN1s0EFYZCZHuC5rJFFdloC1k08lYpmxHu1oQ4ZP86hkGsC8lsXpsnvtuCYDkJMTJDDibvikb4zO9Sk9MdU4QC8UDGfpOiYzKjTPyiuTMa1WnSVrcxvdOFE-JxymdsByXLjVncQQYFWwzFFqdjORqZQTfFshVtZiqsItjfSeeM-UdhadvvMjeqHYinf4wODpv6vgkHLCvdKGb6rF0-FZiQ8RWixTaJVKEVrkZ8-I8DTb-uH07KQQchZwMTaZOw09yffcIvGIlSbbT7RHHfctgG2Acu_woRXLgWaxnzeYycZFdYK1XW4WzXzewYhWZ--6YdXNUXMy7HiUEzup2usK184MuZv5wgtrqEAcbwdlUeZGqzybI_cDPGDE2n39Z8Ot18AIJzYCJjExO0hwvXlb0TfhrSPRZhAUIA',
  },
  Jigsaw: {
    text: '...........7..26.........1.745...3..9......7.......5.....7..........8.9..........',
    own: 'N4IgTgpg5glg9gOwM4gFwgIJYwIQMIF4AiWO--xWAomRUSTTgGIv1FUcdNEDi7AEgEkqLHmJ5CWTcfyGD5E2bPmCQAXyA',
  },
  Arrows: {
    text: '..................31........38.............3..................97.......2.........',
    own: 'N4Igxg9gdgzgLgJwIYEspxiAXAbVHATwAcBTbEJBBCAdxABpwUEwAbM3EBANjAE4QAXUaVqNTLhxcA7GAAcDLnPlDBAX3r5iHClVqKwzNhykIALGACMQkXvHYcpgMxgATIoQunHi2dUatUnJRfUZDFnYHLhdpG10xCUdosG4PVzBYxgR0hUF1TRBCIKx40KYIky4LAFY4kPtJLmqUnwz_AqKdeoMjSM4EPis6u0TTZXcs2QmuXm88gMLtYLseiqieMD9hUoakhFlarOUt_MCulbDeyoRLMDnbBIdTdO8s25OFzuWxVeN15q2D1ooyaYEOMxa8w6SxK3Uua36ynuOxB-02Hlkc3U6iAA',
  },
  Thermometers: {
    text: '......5.............2.......3.....7....41.............................1..........',
    own: 'N4Igxg9gdgzgLgJwIYEspxiAXAbVHATwAcBTbEOACxIQFsJaS4aQAacEgG081xAQDsYABxt-ANjABOMQkmj2csAJABdAL6t8xMlgrU6DJi3ZguPbDn4AmMAFZZtgCyyAzPdlOPGrRR3kqGnpGZgQxM25eKwQ7D0VY8U8wRMV3FUVbRJ9tUgCDYOMw03Mo_gBGMBdFCtdZCus6sDK1TRzdfSCjUPCSy34hZsVJQf5YkZiwBuy_XL1AwxCTDki-pVrFIQahydlY9YlKlt9CWY6Fwp6VvgQpZVlhO43k2SEVaZP2-YLu4qvoh6q_Fu-wQDy2QJ2ige41uzXe_jm-S6SwiFmutxS_AeDieOIODg0GiAA',
  },
}
