/*
 * WebRTC opens connections that no policy of the page covers. Nothing here needs it, so it goes before anything else runs,
 * and an injected script would not find it. Frames, which have one of their own, are forbidden.
 */
for (const name of [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCDataChannel',
  'RTCIceTransport',
  'WebTransport',
]) {
  if (name in globalThis)
    Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false })
}
