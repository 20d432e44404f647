import type { Random } from './random.ts'

/** Damages content in one way; what is random about it comes from the seed. */
export type Corrupt = (content: Buffer, random: Random) => Buffer

/** Damage that knows nothing of what the bytes mean. */
export const corruptBytes: Readonly<Record<string, Corrupt>> = {
  cut: (content, random) => content.subarray(0, random.below(content.length + 1)),
  'cut at the front': (content, random) => content.subarray(random.below(content.length + 1)),
  'flipped bits': (content, random) => {
    const corrupted = Buffer.from(content)
    for (let flips = 1 + random.below(8); flips > 0 && corrupted.length > 0; flips -= 1) {
      const at = random.below(corrupted.length)
      corrupted[at] = (corrupted[at] ?? 0) ^ (1 << random.below(8))
    }
    return corrupted
  },
  'random bytes': (content, random) => {
    const corrupted = Buffer.from(content)
    const { start, end } = chunkOf(corrupted, random, 64)
    for (let at = start; at < end; at += 1) corrupted[at] = random.below(256)
    return corrupted
  },
  'a chunk deleted': (content, random) => {
    const { start, end } = chunkOf(content, random)
    return Buffer.concat([content.subarray(0, start), content.subarray(end)])
  },
  'a chunk twice': (content, random) => {
    const { start, end } = chunkOf(content, random)
    return Buffer.concat([content.subarray(0, end), content.subarray(start)])
  },
  'chunks in another order': (content, random) => {
    const [first = 0, second = 0, third = 0] = [0, 0, 0].map(() => random.below(content.length + 1)).toSorted(byNumber)
    return Buffer.concat([
      content.subarray(0, first),
      content.subarray(second, third),
      content.subarray(first, second),
      content.subarray(third),
    ])
  },
}

function byNumber(one: number, other: number): number {
  return one - other
}

function chunkOf(content: Buffer, random: Random, longest = 2000): { readonly start: number; readonly end: number } {
  const start = random.below(content.length + 1)
  return { start, end: Math.min(content.length, start + 1 + random.below(longest)) }
}
