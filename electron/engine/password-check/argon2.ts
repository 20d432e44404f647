import { parseOptions, verify } from '@node-rs/argon2'

/** In KiB: 1 GiB. The memory is really taken, and a refusal of the system would end the whole process. */
const highestMemory = 1_048_576
/** Passes over that memory. */
const highestTime = 1000

/** True for parameters that would exhaust this machine; no provider exports such a hash, but a hostile file may hold one. */
export function isArgon2TooCostly(hash: string): boolean {
  try {
    const { memoryCost, timeCost } = parseOptions(hash)
    return memoryCost > highestMemory || timeCost > highestTime
  } catch {
    return false
  }
}

/** Does the password fit an Argon2 hash (d, i or id; version 16 or 19)? False for a malformed hash. */
export async function verifyArgon2(hash: string, password: string): Promise<boolean> {
  try {
    return await verify(hash, password)
  } catch {
    // The library throws on a hash that it cannot read, and puts no part of it into a reply.
    return false
  }
}
