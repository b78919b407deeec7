// The demo's photographs are drawn: each scene is an HTML page of which make.mjs takes a screenshot.

const page = (width, height, body, { grain = 0.16, vignette = 0.55, defs = '' } = {}) => `<!doctype html><meta charset="utf-8">
<style>html,body{margin:0;background:#000;overflow:hidden}svg{display:block}text{font-family:'Liberation Sans','DejaVu Sans',sans-serif}</style>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
  <filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.55" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0.9 0 0 0 -0.32"/></filter>
  <filter id="brushed" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.006 0.5" numOctaves="2" seed="9"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0.7 0 0 0 -0.26"/></filter>
  <filter id="paint" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.02" numOctaves="4" seed="3"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0.6 0 0 0 -0.22"/></filter>
  <filter id="b3"><feGaussianBlur stdDeviation="3"/></filter><filter id="b8"><feGaussianBlur stdDeviation="8"/></filter>
  <filter id="b16"><feGaussianBlur stdDeviation="16"/></filter><filter id="b36" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="36"/></filter>
  <filter id="drop" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="6" dy="12" stdDeviation="12" flood-opacity="0.55"/></filter>
  <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="2" dy="4" stdDeviation="4" flood-opacity="0.45"/></filter>
  <radialGradient id="vignette" cx="0.48" cy="0.45" r="0.8"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${vignette}"/></radialGradient>
  ${defs}
</defs>
${body}
<rect width="${width}" height="${height}" fill="url(#vignette)"/>
<rect width="${width}" height="${height}" filter="url(#grain)" opacity="${grain}"/>
</svg>`

const SEGMENTS = { 0: 'abcdef', 1: 'bc', 2: 'abged', 3: 'abgcd', 4: 'fgbc', 5: 'afgcd', 6: 'afgedc', 7: 'abc', 8: 'abcdefg', 9: 'abcdfg', E: 'afged', '-': 'g', ' ': '' }
const BARS = {
  a: [8, 0, 44, 10], b: [50, 8, 10, 40], c: [50, 54, 10, 40], d: [8, 92, 44, 10], e: [0, 54, 10, 40], f: [0, 8, 10, 40], g: [8, 46, 44, 10],
}
/** Slanted seven-segment digits, each 60 wide and 102 high; inactive segments are faint. */
const digits = (text, { x, y, scale, on, off }) => {
  let at = 0
  const parts = [...text].map(sign => {
    if (sign === ',') return `<circle cx="${at - 10}" cy="98" r="7" fill="${on}"/>`
    const lit = SEGMENTS[sign] ?? ''
    const bars = Object.entries(BARS).map(([name, [bx, by, w, h]]) => `<rect x="${at + bx}" y="${by}" width="${w}" height="${h}" rx="4" fill="${lit.includes(name) ? on : off}"/>`)
    at += 80
    return bars.join('')
  })
  return `<g transform="translate(${x} ${y}) scale(${scale}) skewX(-5)">${parts.join('')}</g>`
}

const screw = (x, y, turn) => `<g transform="translate(${x} ${y}) rotate(${turn})" filter="url(#soft)"><circle r="11" fill="#8c9094"/><circle r="11" fill="url(#screw)"/><path d="M-8 0H8M0-8V8" stroke="#3c4043" stroke-width="3"/></g>`
const SCREW = '<radialGradient id="screw" cx="0.35" cy="0.3"><stop offset="0" stop-color="#fff" stop-opacity="0.8"/><stop offset="1" stop-color="#000" stop-opacity="0.35"/></radialGradient>'

const compressorPanel = () => page(1080, 810, `
<rect width="1080" height="810" fill="#8d9499"/><rect width="1080" height="810" fill="url(#wall)"/><rect width="1080" height="810" filter="url(#paint)" opacity="0.5"/>
<g filter="url(#b8)"><rect x="-20" y="640" width="1120" height="200" fill="#3a3f42"/><rect x="70" y="-30" width="30" height="700" fill="#5f676b"/><rect x="960" y="-30" width="70" height="900" fill="#b98b1d"/></g>
<g transform="rotate(-1.6 540 400)">
  <rect x="150" y="70" width="760" height="640" rx="16" fill="#d9b021" filter="url(#drop)"/><rect x="150" y="70" width="760" height="640" rx="16" fill="url(#yellow)"/><rect x="150" y="70" width="760" height="640" rx="16" filter="url(#paint)" opacity="0.45"/>
  ${screw(180, 100, 20)}${screw(880, 100, 70)}${screw(180, 680, 45)}${screw(880, 680, 10)}
  <rect x="230" y="130" width="600" height="420" rx="18" fill="#23272a" filter="url(#soft)"/><rect x="230" y="130" width="600" height="420" rx="18" fill="url(#plate)"/>
  <rect x="270" y="170" width="520" height="210" rx="8" fill="#0b0e0c"/><rect x="282" y="182" width="496" height="186" fill="url(#lcd)"/>
  ${digits('E-14', { x: 330, y: 200, scale: 1.0, on: '#151f12', off: 'rgba(20,40,10,0.06)' })}
  <text x="676" y="240" font-size="26" fill="#16220f" font-family="DejaVu Sans Mono">112 °C</text><text x="676" y="278" font-size="26" fill="#16220f" font-family="DejaVu Sans Mono">5,2 bar</text>
  <text x="312" y="352" font-size="23" fill="#16220f" font-family="DejaVu Sans Mono">FINE COMPR. TEMP. ALTA  T&gt;110</text>
  <path d="M282 182H520L430 368H282Z" fill="#fff" opacity="0.09"/>
  <g font-size="17" fill="#c9ced1" text-anchor="middle">
    <circle cx="320" cy="440" r="13" fill="#ff3b2e"/><circle cx="320" cy="440" r="46" fill="#ff3b2e" opacity="0.35" filter="url(#b8)"/><circle cx="317" cy="436" r="4" fill="#ffd9d4"/><text x="320" y="482">Allarme</text>
    <circle cx="410" cy="440" r="12" fill="#3d4f2c"/><text x="410" y="482">Carico</text><circle cx="500" cy="440" r="12" fill="#5a4a1d"/><text x="500" y="482">Servizio</text>
    <rect x="570" y="415" width="70" height="50" rx="8" fill="#2f7d43"/><text x="605" y="448" fill="#fff" font-weight="bold" font-size="24">I</text><rect x="660" y="415" width="70" height="50" rx="8" fill="#b3261e"/><text x="695" y="448" fill="#fff" font-weight="bold" font-size="24">0</text>
    <text x="650" y="505">Marcia / Arresto</text>
  </g>
  <circle cx="750" cy="632" r="56" fill="#8e1a14" filter="url(#drop)"/><circle cx="750" cy="626" r="50" fill="url(#mushroom)"/>
  <rect x="230" y="590" width="330" height="84" rx="4" fill="#c4c8ca" filter="url(#soft)"/><rect x="230" y="590" width="330" height="84" rx="4" filter="url(#brushed)" opacity="0.6"/>
  <text x="250" y="622" font-size="22" fill="#222" font-weight="bold">SK 25  n. 1</text><text x="250" y="652" font-size="17" fill="#333">15 kW   8 bar   matr. 1184-2019</text>
</g>
<ellipse cx="230" cy="120" rx="300" ry="160" fill="#fff" opacity="0.14" filter="url(#b36)"/>`, { defs: `${SCREW}
<linearGradient id="wall" x2="1" y2="1"><stop stop-color="#fff" stop-opacity="0.35"/><stop offset="1" stop-opacity="0.5"/></linearGradient>
<linearGradient id="yellow" x2="0.7" y2="1"><stop stop-color="#ffe27a" stop-opacity="0.7"/><stop offset="0.45" stop-color="#d9a915" stop-opacity="0.1"/><stop offset="1" stop-color="#6d4d00" stop-opacity="0.65"/></linearGradient>
<linearGradient id="plate" x2="0.3" y2="1"><stop stop-color="#5a6166" stop-opacity="0.8"/><stop offset="1" stop-color="#101214"/></linearGradient>
<radialGradient id="lcd" cx="0.4" cy="0.3" r="0.9"><stop stop-color="#d3ea9b"/><stop offset="1" stop-color="#8fb257"/></radialGradient>
<radialGradient id="mushroom" cx="0.35" cy="0.3"><stop stop-color="#ff8a7a"/><stop offset="0.5" stop-color="#d02419"/><stop offset="1" stop-color="#7e0d07"/></radialGradient>` })

/** Bars of an invented barcode, the same in every run. */
const barcode = (x, y, width, height) => {
  let at = 0
  let seed = 11
  const bars = []
  while (at < width) {
    seed = (seed * 48271) % 2147483647
    const bar = 3 + (seed % 3) * 3
    const gap = 3 + ((seed >> 4) % 3) * 3
    bars.push(`<rect x="${x + at}" y="${y}" width="${Math.min(bar, width - at)}" height="${height}"/>`)
    at += bar + gap
  }
  return bars.join('')
}

const label = () => page(1080, 810, `
<rect width="1080" height="810" fill="#b78a58"/><rect width="1080" height="810" fill="url(#card)"/><g opacity="0.5"><rect width="1080" height="810" filter="url(#fibre)"/></g>
<g transform="rotate(4 540 400)"><rect x="-100" y="-40" width="1300" height="130" fill="#d9c39a" opacity="0.55"/><rect x="-100" y="-40" width="1300" height="30" fill="#fff" opacity="0.12"/><path d="M-100 90H1200" stroke="#6d4b22" stroke-width="3" opacity="0.35"/></g>
<g transform="rotate(-5 540 430)">
  <rect x="205" y="170" width="670" height="500" rx="10" fill="#f6f5f1" filter="url(#drop)"/><rect x="205" y="170" width="670" height="500" rx="10" fill="url(#sheet)"/>
  <clipPath id="edge"><rect x="205" y="170" width="670" height="500" rx="10"/></clipPath>
  <g clip-path="url(#edge)" fill="#17191b"><g transform="translate(58 0)">
    <text x="240" y="226" font-size="26" font-weight="bold">OFFICINE ROSSI S.r.l.</text><text x="240" y="256" font-size="19">Via dell'Artigianato 18, 35010 Vigonza (PD)</text>
    <rect x="232" y="274" width="700" height="3"/><text x="240" y="306" font-size="18">Destinatario</text><text x="240" y="344" font-size="31" font-weight="bold">Maschinenbau Keller GmbH</text><text x="240" y="380" font-size="25">Industriestraße 27, 70565 Stuttgart</text>
    <rect x="232" y="402" width="700" height="3"/><text x="240" y="434" font-size="18">Commessa</text><text x="240" y="470" font-size="30" font-weight="bold">2026-1147</text><text x="520" y="434" font-size="18">Collo</text><text x="520" y="470" font-size="30" font-weight="bold">2 / 3</text><text x="690" y="434" font-size="18">Peso kg</text><text x="690" y="470" font-size="30" font-weight="bold">184,5</text>
    ${barcode(240, 496, 620, 110)}<text x="300" y="640" font-size="27" letter-spacing="11" font-family="DejaVu Sans Mono">00380417226114702</text></g>
    <g fill="#f6f5f1" opacity="0.75"><rect x="205" y="522" width="670" height="3"/><rect x="205" y="566" width="670" height="2"/></g>
  </g>
  <path d="M205 500V660a10 10 0 0 0 10 10H330Z" fill="#000" opacity="0.05"/>
</g>
<ellipse cx="760" cy="130" rx="380" ry="170" fill="#fff" opacity="0.2" filter="url(#b36)"/>`, { vignette: 0.45, defs: `
<filter id="fibre" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.012 0.3" numOctaves="3" seed="21"/><feColorMatrix values="0 0 0 0 0.35  0 0 0 0 0.22  0 0 0 0 0.08  0.9 0 0 0 -0.36"/></filter>
<linearGradient id="card" x2="1" y2="1"><stop stop-color="#fff" stop-opacity="0.25"/><stop offset="1" stop-opacity="0.4"/></linearGradient>
<linearGradient id="sheet" x2="0.8" y2="1"><stop stop-color="#fff" stop-opacity="0.9"/><stop offset="1" stop-color="#b9b4a8" stop-opacity="0.55"/></linearGradient>` })

const gauge = () => {
  const marks = Array.from({ length: 41 }, (_, n) => {
    const turn = -135 + n * 6.75
    const long = n % 10 === 0
    return `<path d="M0 -${long ? 182 : 194}V-210" stroke="#1b1d1f" stroke-width="${long ? 6 : 2.5}" transform="rotate(${turn})"/>${long ? `<text transform="rotate(${turn}) translate(0 -146) rotate(${-turn})" text-anchor="middle" dy="14" font-size="40" fill="#1b1d1f">${n / 10}</text>` : ''}`
  })
  return page(1080, 810, `
<rect width="1080" height="810" fill="#c9c7c0"/><g filter="url(#b16)"><rect x="-40" y="-40" width="620" height="900" fill="#efeee9"/><rect x="560" y="-40" width="30" height="900" fill="#77756e"/><rect x="700" y="-40" width="80" height="900" fill="#b4703a"/><rect x="718" y="-40" width="18" height="900" fill="#f0b98a"/><rect x="880" y="-40" width="90" height="900" fill="#9aa0a3"/><circle cx="190" cy="180" r="46" fill="#3b6fb0"/><rect x="80" y="560" width="300" height="120" rx="12" fill="#cfd3d4"/></g>
<rect x="505" y="560" width="70" height="280" fill="#b9833c"/><rect x="505" y="560" width="70" height="280" fill="url(#tube)"/><rect x="480" y="620" width="120" height="84" rx="8" fill="#a8772f" filter="url(#drop)"/><rect x="480" y="620" width="120" height="84" rx="8" fill="url(#tube)"/>
<g transform="translate(540 370)">
  <circle r="292" fill="#26292b" filter="url(#drop)"/><circle r="290" fill="url(#rim)"/><circle r="252" fill="#16181a"/><circle r="246" fill="#f2f0e9"/><circle r="246" fill="url(#dial)"/>
  <path d="M-148.500 148.500A210 210 0 0 1 -209 -20" fill="none" stroke="#c92a2a" stroke-width="15"/><path d="M-146 -151A210 210 0 0 1 90 -190" fill="none" stroke="#2b8a3e" stroke-width="15"/>
  ${marks.join('')}<text y="92" text-anchor="middle" font-size="42" fill="#1b1d1f">bar</text><text y="196" text-anchor="middle" font-size="19" fill="#55585a">Cl. 2,5   R 1/4</text>
  <g transform="rotate(-124)" filter="url(#soft)"><path d="M-7 46L-3 -188L0 -198L3 -188L7 46Z" fill="#111"/></g><circle r="25" fill="#2b2e30"/><circle r="25" fill="url(#screw)"/>
  <path d="M-210 -120A246 246 0 0 1 60 -238C-60 -190 -150 -110 -180 -10Z" fill="#fff" opacity="0.35"/><circle r="246" fill="none" stroke="#000" stroke-opacity="0.3" stroke-width="8" filter="url(#b3)"/>
</g>`, { defs: `${SCREW}
<linearGradient id="rim" x2="1" y2="1"><stop stop-color="#f4f4f2"/><stop offset="0.3" stop-color="#8b8f91"/><stop offset="0.55" stop-color="#e4e5e5"/><stop offset="1" stop-color="#4b4f51"/></linearGradient>
<radialGradient id="dial" cx="0.4" cy="0.3" r="0.9"><stop stop-color="#fff"/><stop offset="1" stop-color="#a9a496" stop-opacity="0.7"/></radialGradient>
<linearGradient id="tube"><stop stop-color="#000" stop-opacity="0.55"/><stop offset="0.35" stop-color="#fff" stop-opacity="0.55"/><stop offset="0.6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.6"/></linearGradient>` })
}

const rack = () => {
  const colours = ['#2a62b8', '#2a62b8', '#c9a227', '#2a62b8', '#7a7f84', '#b03a2e', '#2a62b8', '#2f8f4e']
  const port = (x, y, lit) => `<rect x="${x}" y="${y}" width="26" height="22" rx="2" fill="#08090a"/>${lit ? `<circle cx="${x + 6}" cy="${y - 7}" r="3.500" fill="#6dff74"/><circle cx="${x + 6}" cy="${y - 7}" r="12" fill="#3dff4a" opacity="0.4" filter="url(#b3)"/>` : ''}`
  const ports = (y, lit) => Array.from({ length: 24 }, (_, n) => port(190 + n * 29 + Math.floor(n / 6) * 10, y, lit(n))).join('')
  const cables = Array.from({ length: 17 }, (_, n) => {
    const x = 190 + ((n * 7) % 24) * 29 + Math.floor(((n * 7) % 24) / 6) * 10 + 13
    const to = 190 + ((n * 5 + 3) % 24) * 29 + Math.floor(((n * 5 + 3) % 24) / 6) * 10 + 13
    const sag = 470 + ((n * 37) % 120)
    return `<path d="M${x} 235C${x} ${sag} ${to} ${sag - 60} ${to} 398" fill="none" stroke="#000" stroke-opacity="0.4" stroke-width="11" transform="translate(5 8)" filter="url(#b3)"/><path d="M${x} 235C${x} ${sag} ${to} ${sag - 60} ${to} 398" fill="none" stroke="${colours[n % 8]}" stroke-width="9"/><path d="M${x - 2} 235C${x - 2} ${sag} ${to - 2} ${sag - 60} ${to - 2} 398" fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="2"/><rect x="${x - 10}" y="222" width="20" height="26" rx="3" fill="${colours[n % 8]}"/><rect x="${to - 10}" y="384" width="20" height="26" rx="3" fill="${colours[n % 8]}"/>`
  })
  return page(1080, 810, `<rect width="1080" height="810" fill="#0e1113"/><rect x="90" y="0" width="900" height="810" fill="#1a1e21"/>
<rect x="90" y="0" width="60" height="810" fill="url(#post)"/><rect x="930" y="0" width="60" height="810" fill="url(#post)"/>${Array.from({ length: 22 }, (_, n) => `<rect x="112" y="${14 + n * 37}" width="16" height="16" fill="#050607"/><rect x="952" y="${14 + n * 37}" width="16" height="16" fill="#050607"/>`).join('')}
<rect x="140" y="60" width="800" height="80" rx="4" fill="#2a2f33" filter="url(#soft)"/><rect x="140" y="60" width="800" height="80" filter="url(#brushed)" opacity="0.18"/><text x="170" y="108" font-size="22" fill="#c3c9cc">ARMADIO MAGAZZINO  -  AP-MAG</text><circle cx="880" cy="100" r="6" fill="#58a6ff"/><circle cx="880" cy="100" r="22" fill="#58a6ff" opacity="0.5" filter="url(#b8)"/>
<rect x="140" y="180" width="800" height="96" rx="4" fill="#30363a" filter="url(#soft)"/><rect x="140" y="180" width="800" height="96" filter="url(#brushed)" opacity="0.2"/>${ports(226, () => false)}<text x="172" y="208" font-size="15" fill="#9aa2a6">PATCH A   1 - 24</text>
<rect x="140" y="340" width="800" height="110" rx="4" fill="#3c4449" filter="url(#soft)"/><rect x="140" y="340" width="800" height="110" filter="url(#brushed)" opacity="0.25"/>${ports(390, n => n !== 7 && n % 5 !== 4)}
${cables.join('')}
<g transform="translate(386 470) rotate(-7)" filter="url(#drop)"><rect width="190" height="74" fill="#fbe36a"/><text x="16" y="32" font-size="22" fill="#333" font-family="DejaVu Sans">AP-MAG-02</text><text x="16" y="60" font-size="20" fill="#333" font-family="DejaVu Sans">porta 8: no link</text></g>
<rect x="140" y="600" width="800" height="160" rx="4" fill="#24292c" filter="url(#soft)"/><rect x="140" y="600" width="800" height="160" filter="url(#brushed)" opacity="0.16"/>${Array.from({ length: 30 }, (_, n) => `<rect x="${180 + n * 19}" y="640" width="9" height="90" rx="4" fill="#0b0d0e"/>`).join('')}<circle cx="840" cy="680" r="7" fill="#6dff74"/><circle cx="840" cy="680" r="26" fill="#3dff4a" opacity="0.35" filter="url(#b8)"/>
<ellipse cx="330" cy="90" rx="420" ry="170" fill="#cfe4ff" opacity="0.17" filter="url(#b36)"/>`, { vignette: 0.75, defs: '<linearGradient id="post"><stop stop-color="#565d61"/><stop offset="0.4" stop-color="#8b9397"/><stop offset="1" stop-color="#2c3134"/></linearGradient>' })
}

const vat = () => page(1080, 810, `
<rect width="1080" height="810" fill="#dfe6e6"/><g filter="url(#b8)">${Array.from({ length: 40 }, (_, n) => `<rect x="${(n % 8) * 140 - 10}" y="${Math.floor(n / 8) * 90 - 20}" width="134" height="84" fill="${n % 3 ? '#eef3f3' : '#e3eaea'}"/>`).join('')}<rect x="-20" y="330" width="1120" height="60" fill="#8fa0a3"/><rect x="-20" y="380" width="1120" height="460" fill="#7d6a58"/><rect x="800" y="-10" width="34" height="430" fill="#c7cdd0"/><rect x="870" y="60" width="150" height="210" rx="10" fill="#52646b"/></g>
<ellipse cx="540" cy="740" rx="470" ry="90" fill="#000" opacity="0.45" filter="url(#b16)"/>
<path d="M90 360C90 640 130 770 540 770S990 640 990 360Z" fill="#aab2b6"/><path d="M90 360C90 640 130 770 540 770S990 640 990 360Z" fill="url(#steel)"/><path d="M90 360C90 640 130 770 540 770S990 640 990 360Z" filter="url(#brushed)" opacity="0.35" clip-path="url(#body)"/><clipPath id="body"><path d="M90 360C90 640 130 770 540 770S990 640 990 360Z"/></clipPath>
<ellipse cx="540" cy="360" rx="450" ry="170" fill="#e5e9ea"/><ellipse cx="540" cy="360" rx="450" ry="170" fill="url(#rim2)"/><ellipse cx="540" cy="366" rx="424" ry="152" fill="#565d60"/><ellipse cx="540" cy="366" rx="424" ry="152" fill="url(#inside)"/>
<clipPath id="milkclip"><ellipse cx="540" cy="366" rx="424" ry="152"/></clipPath><g clip-path="url(#milkclip)"><ellipse cx="540" cy="420" rx="404" ry="138" fill="#f7f0dc"/><ellipse cx="540" cy="420" rx="404" ry="138" fill="url(#milk)"/>${Array.from({ length: 46 }, (_, n) => `<ellipse cx="${210 + ((n * 97) % 660)}" cy="${352 + ((n * 53) % 132)}" rx="${10 + (n % 5) * 6}" ry="${4 + (n % 4) * 2.4}" fill="#fffbee" stroke="#cdbf95" stroke-opacity="0.55" stroke-width="2"/>`).join('')}<ellipse cx="430" cy="390" rx="210" ry="24" fill="#fff" opacity="0.5" filter="url(#b8)"/></g>
<g filter="url(#drop)"><rect x="70" y="186" width="940" height="34" rx="8" fill="#c9cfd2"/><rect x="70" y="186" width="940" height="34" rx="8" fill="url(#bar)"/><rect x="494" y="120" width="96" height="84" rx="10" fill="#3f5f86"/><rect x="494" y="120" width="96" height="84" rx="10" fill="url(#bar)"/><rect x="532" y="210" width="22" height="220" fill="#b5bcc0"/><rect x="532" y="210" width="22" height="220" fill="url(#side)"/></g>
<g transform="translate(760 520) rotate(2)"><rect width="150" height="96" rx="8" fill="#1e2326" filter="url(#soft)"/><rect x="12" y="12" width="126" height="54" fill="#180606"/>${digits('34,2', { x: 24, y: 18, scale: 0.42, on: '#ff4a33', off: 'rgba(255,60,40,0.07)' })}<text x="75" y="86" text-anchor="middle" font-size="13" fill="#cfd4d6">°C   vasca</text><rect x="12" y="12" width="126" height="54" fill="#ff3018" opacity="0.18" filter="url(#b8)"/></g>
<g filter="url(#b16)" opacity="0.5"><ellipse cx="300" cy="290" rx="120" ry="60" fill="#fff"/><ellipse cx="700" cy="250" rx="150" ry="70" fill="#fff"/></g>`, { vignette: 0.5, defs: `
<linearGradient id="steel"><stop stop-color="#000" stop-opacity="0.5"/><stop offset="0.18" stop-color="#fff" stop-opacity="0.65"/><stop offset="0.34" stop-color="#000" stop-opacity="0.22"/><stop offset="0.58" stop-color="#fff" stop-opacity="0.5"/><stop offset="0.78" stop-color="#000" stop-opacity="0.28"/><stop offset="1" stop-color="#000" stop-opacity="0.6"/></linearGradient>
<linearGradient id="rim2"><stop stop-color="#6b7377"/><stop offset="0.3" stop-color="#fff"/><stop offset="0.6" stop-color="#9aa3a7"/><stop offset="0.8" stop-color="#fff"/><stop offset="1" stop-color="#60676a"/></linearGradient>
<linearGradient id="inside" x2="0" y2="1"><stop stop-color="#2c3133"/><stop offset="0.6" stop-color="#9aa2a6" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0.3"/></linearGradient>
<radialGradient id="milk" cx="0.4" cy="0.3" r="0.8"><stop stop-color="#fffdf4"/><stop offset="1" stop-color="#cdbd90" stop-opacity="0.8"/></radialGradient>
<linearGradient id="bar" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0.7"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity="0.45"/></linearGradient>
<linearGradient id="side"><stop stop-opacity="0.4"/><stop offset="0.4" stop-color="#fff" stop-opacity="0.7"/><stop offset="1" stop-opacity="0.5"/></linearGradient>` })

const wheels = (y, size) => Array.from({ length: 9 }, (_, n) => `<g transform="translate(${n * size * 1.15 - 20} ${y})"><rect width="${size}" height="${size * 0.42}" rx="${size * 0.12}" fill="${['#d9a648', '#c98f35', '#dcb05a'][n % 3]}"/><rect width="${size}" height="${size * 0.14}" rx="${size * 0.07}" fill="#f1cf86" opacity="0.7"/></g>`).join('')

const thermometer = () => page(1080, 810, `
<rect width="1080" height="810" fill="#4a3826"/><g filter="url(#b16)"><rect width="1080" height="810" fill="#5b4630"/>${[30, 190, 350, 510, 670].map((y, n) => `${wheels(y + (n % 2) * 6, 130)}<rect x="-20" y="${y + 62}" width="1120" height="22" fill="#8a6a44"/><rect x="-20" y="${y + 84}" width="1120" height="40" fill="#241a10"/>`).join('')}</g><rect width="1080" height="810" fill="#9fc0d8" opacity="0.1"/>
<g transform="rotate(1.400 540 400)"><rect x="230" y="190" width="620" height="400" rx="30" fill="#e6e9ea" filter="url(#drop)"/><rect x="230" y="190" width="620" height="400" rx="30" fill="url(#case)"/>
<rect x="280" y="240" width="520" height="200" rx="12" fill="#120505"/><rect x="280" y="240" width="520" height="200" rx="12" fill="url(#glass)"/>${digits('14,8', { x: 360, y: 268, scale: 1.4, on: '#ff4632', off: 'rgba(255,70,50,0.07)' })}<g opacity="0.35" filter="url(#b16)">${digits('14,8', { x: 360, y: 268, scale: 1.4, on: '#ff4632', off: 'transparent' })}</g><text x="742" y="300" font-size="34" fill="#ff6a55">°C</text>
<path d="M280 252a12 12 0 0 1 12-12H620L470 440H292a12 12 0 0 1-12-12Z" fill="#fff" opacity="0.06"/>
<g font-size="20" fill="#3a4247"><text x="284" y="484" font-weight="bold" font-size="26">CELLA 2</text><text x="284" y="516">Stagionatura   set 12,0   isteresi 0,5</text></g>
${['SET', 'DEF', 'AUX'].map((t, n) => `<g transform="translate(${590 + n * 76} 470)"><rect width="62" height="46" rx="8" fill="#cdd3d6" filter="url(#soft)"/><text x="31" y="30" text-anchor="middle" font-size="17" fill="#333">${t}</text></g>`).join('')}
<circle cx="300" cy="556" r="8" fill="#ff4632"/><circle cx="300" cy="556" r="26" fill="#ff4632" opacity="0.4" filter="url(#b8)"/><text x="320" y="563" font-size="18" fill="#3a4247">Allarme temperatura</text></g>
${Array.from({ length: 70 }, (_, n) => `<circle cx="${(n * 157) % 1080}" cy="${(n * 211) % 810}" r="${1.5 + (n % 4)}" fill="#fff" opacity="${0.1 + (n % 5) * 0.06}"/>`).join('')}
<ellipse cx="300" cy="170" rx="360" ry="130" fill="#dff1ff" opacity="0.2" filter="url(#b36)"/>`, { vignette: 0.7, defs: `
<linearGradient id="case" x2="0.6" y2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#98a1a5" stop-opacity="0.85"/></linearGradient><linearGradient id="glass" x2="1" y2="1"><stop stop-color="#fff" stop-opacity="0.14"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/></linearGradient>` })

const inverter = () => page(1080, 810, `
<rect width="1080" height="810" fill="#b9b3a6"/><rect width="1080" height="810" filter="url(#paint)" opacity="0.55"/><g filter="url(#b8)">${Array.from({ length: 11 }, (_, n) => `<path d="M0 ${n * 80}H1080" stroke="#8d877a" stroke-width="5"/>`).join('')}</g>
<g filter="url(#b3)"><rect x="120" y="640" width="26" height="200" fill="#2c2f31"/><rect x="180" y="640" width="26" height="200" fill="#2c2f31"/><rect x="840" y="640" width="34" height="200" fill="#9a9fa2"/></g>
<g transform="rotate(-1 540 400)"><rect x="170" y="60" width="740" height="640" rx="26" fill="#45494c" filter="url(#drop)"/><rect x="170" y="60" width="740" height="640" rx="26" fill="url(#case)"/><rect x="170" y="60" width="740" height="150" rx="26" fill="#c3c7c9"/><rect x="170" y="150" width="740" height="60" fill="#c3c7c9"/><rect x="170" y="60" width="740" height="150" filter="url(#paint)" opacity="0.3"/>
${Array.from({ length: 16 }, (_, n) => `<rect x="${215 + n * 42}" y="90" width="20" height="90" rx="8" fill="#787d80"/><rect x="${215 + n * 42}" y="90" width="5" height="90" rx="3" fill="#fff" opacity="0.4"/>`).join('')}
<rect x="300" y="280" width="480" height="230" rx="14" fill="#1c1f21" filter="url(#soft)"/><rect x="326" y="304" width="428" height="182" fill="#7fa8c9"/><rect x="326" y="304" width="428" height="182" fill="url(#lcd2)"/>
<g fill="#0c1a26" font-family="DejaVu Sans Mono"><text x="352" y="352" font-size="30" font-weight="bold">STATE  306</text><text x="352" y="392" font-size="24">Power low</text><text x="352" y="428" font-size="24">DC  92 V    0,0 A</text><text x="352" y="464" font-size="24">Oggi      0,0 kWh</text></g><path d="M326 304H560L470 486H326Z" fill="#fff" opacity="0.12"/>
${[0, 1, 2, 3].map(n => `<rect x="${350 + n * 100}" y="548" width="76" height="40" rx="8" fill="#5d6265" filter="url(#soft)"/><path d="M${376 + n * 100} 572l12-14 12 14" fill="none" stroke="#d9dcde" stroke-width="4"/>`).join('')}
<circle cx="830" cy="320" r="9" fill="#ff9d1c"/><circle cx="830" cy="320" r="34" fill="#ff9d1c" opacity="0.4" filter="url(#b8)"/><circle cx="830" cy="370" r="9" fill="#2e3a2c"/><circle cx="830" cy="420" r="9" fill="#3a2c2c"/>
<rect x="220" y="630" width="200" height="46" fill="#f1f1ee"/><text x="234" y="660" font-size="22" fill="#222">INVERTER 2</text></g>
<path d="M700 -20L1100 -20L1100 380Z" fill="#fff" opacity="0.14" filter="url(#b36)"/>`, { defs: `
<linearGradient id="case" x2="0.8" y2="1"><stop stop-color="#7e8487" stop-opacity="0.9"/><stop offset="1" stop-color="#1b1e20" stop-opacity="0.9"/></linearGradient><radialGradient id="lcd2" cx="0.35" cy="0.3" r="0.9"><stop stop-color="#cfe6f7"/><stop offset="1" stop-color="#5f8fb4"/></radialGradient>` })

const errorWindow = () => `<!doctype html><meta charset="utf-8"><style>
*{box-sizing:border-box}body{margin:0;width:1100px;height:700px;font:13px 'Liberation Sans',sans-serif;background:#eceff1;color:#222;position:relative;overflow:hidden}
.bar{height:34px;background:#1f4e79;color:#fff;display:flex;align-items:center;padding:0 12px;gap:10px;font-size:14px}.menu{height:28px;background:#f7f8f9;border-bottom:1px solid #ccd2d6;display:flex;gap:22px;align-items:center;padding:0 14px}
.tools{height:44px;background:#fff;border-bottom:1px solid #ccd2d6;display:flex;gap:8px;align-items:center;padding:0 12px}.tools span{border:1px solid #c3cace;border-radius:3px;padding:6px 12px;background:#f4f6f7}
table{border-collapse:collapse;width:100%;background:#fff}th{background:#dde5ea;text-align:left}th,td{padding:6px 10px;border-bottom:1px solid #e3e8eb;font-size:12.5px}tr:nth-child(4) td{background:#cfe3f5}td:last-child,th:last-child{text-align:right}
.dialog{position:absolute;left:290px;top:235px;width:520px;background:#fff;border:1px solid #8c979e;box-shadow:0 14px 44px rgba(0,0,0,.38)}.dialog header{background:#1f4e79;color:#fff;padding:8px 12px;display:flex;justify-content:space-between}
.dialog div.body{display:flex;gap:18px;padding:22px 20px 14px;font-size:14px;line-height:1.5}.icon{width:44px;height:44px;border-radius:50%;background:#c62828;color:#fff;display:grid;place-items:center;font-size:28px;font-weight:bold;flex:none}
code{font:12px 'DejaVu Sans Mono',monospace;background:#f1f3f4;padding:8px 10px;display:block;margin-top:8px;color:#444}.dialog footer{padding:10px 20px 16px;text-align:right}.dialog footer span{border:1px solid #9aa6ad;border-radius:3px;padding:6px 20px;margin-left:8px;background:#f4f6f7}.status{position:absolute;bottom:0;left:0;right:0;height:26px;background:#dde5ea;border-top:1px solid #c3cace;padding:5px 12px;display:flex;gap:40px}.veil{position:absolute;inset:106px 0 26px;background:rgba(255,255,255,.45)}</style>
<div class="bar"><b>GX Gestionale</b> Spedizioni - Documenti di trasporto</div><div class="menu"><span>File</span><span>Anagrafiche</span><span>Ordini</span><span>Spedizioni</span><span>Magazzino</span><span>Storico</span><span>?</span></div><div class="tools"><span>Nuovo</span><span>Modifica</span><span>Stampa</span><span>Etichette</span><span>Chiudi</span></div>
<table><tr><th>Numero</th><th>Data</th><th>Cliente</th><th>Destinazione</th><th>Vettore</th><th>Colli</th><th>Peso kg</th></tr>${[
  ['DDT 4107', 'Maschinenbau Keller GmbH', 'Stuttgart (D)', 'Trans Alpe', 3, '184,5'], ['DDT 4108', 'Meccanica Fontana srl', 'Cittadella (PD)', 'Mittente', 1, '22,0'], ['DDT 4109', 'Pompe Adriatica spa', 'Mestre (VE)', 'Veneta Corriere', 2, '61,3'], ['DDT 4110', 'Ateliers Dumont SA', 'Annecy (F)', 'Trans Alpe', 6, '412,0'], ['DDT 4111', 'Torneria Bassan', 'Limena (PD)', 'Destinatario', 1, '9,8'], ['DDT 4112', 'Idromec srl', 'Rovigo', 'Veneta Corriere', 4, '233,7'], ['DDT 4113', 'Kovinar d.o.o.', 'Koper (SLO)', 'Trans Alpe', 2, '77,4'], ['DDT 4114', 'Officina Zampieri', 'Dolo (VE)', 'Mittente', 1, '15,2'], ['DDT 4115', 'Meccanica Fontana srl', 'Cittadella (PD)', 'Mittente', 2, '48,6'], ['DDT 4116', 'Pompe Adriatica spa', 'Mestre (VE)', 'Veneta Corriere', 1, '30,1'], ['DDT 4117', 'Idromec srl', 'Rovigo', 'Veneta Corriere', 3, '140,9'], ['DDT 4118', 'Torneria Bassan', 'Limena (PD)', 'Destinatario', 2, '18,4'], ['DDT 4119', 'Maschinenbau Keller GmbH', 'Stuttgart (D)', 'Trans Alpe', 5, '301,2'],
].map(([n, c, d, v, k, p]) => `<tr><td>${n}</td><td>14/10</td><td>${c}</td><td>${d}</td><td>${v}</td><td>${k}</td><td>${p}</td></tr>`).join('')}</table><div class="veil"></div>
<div class="dialog"><header><span>GX Gestionale (non risponde)</span><span>✕</span></header><div class="body"><div class="icon">!</div><div><b>Stampa non riuscita: DDT 4110</b><br>Il documento non è stato generato entro il tempo previsto.<code>GX-2207  timeout 180 s  spool\\tmp\\ddt_4110.pdf</code></div></div><footer><span>Riprova</span><span>Annulla</span></footer></div>
<div class="status"><span>Utente: spedizioni2</span><span>Server: SRV-ROSSI</span><span>Versione 9.3.8</span><span>11:42</span></div>`

const portrait = ({ back, skin, shade, hair, shirt, style, beard, glasses }) => {
  const long = style === 'long'
  return page(360, 360, `
<rect width="360" height="360" fill="${back[0]}"/><g filter="url(#b36)"><circle cx="80" cy="70" r="120" fill="${back[1]}"/><circle cx="310" cy="250" r="130" fill="${back[2]}"/><rect x="250" y="0" width="60" height="180" fill="#fff" opacity="0.35"/></g>
${long ? `<path d="M92 190C80 90 130 48 182 48S284 92 270 196C270 262 284 290 292 316L70 316C82 290 92 250 92 190Z" fill="${hair}"/><path d="M92 190C80 90 130 48 182 48S284 92 270 196C270 262 284 290 292 316L70 316C82 290 92 250 92 190Z" fill="url(#hairlight)"/>` : ''}
<path d="M30 372C34 300 90 276 142 266L218 266C270 276 326 300 330 372Z" fill="${shirt}"/><path d="M30 372C34 300 90 276 142 266L218 266C270 276 326 300 330 372Z" fill="url(#fold)"/><path d="M142 268L180 318L218 268L206 258H154Z" fill="#fff" opacity="0.85"/><path d="M152 262L180 306L208 262Z" fill="${shade}"/>
<path d="M150 206H210V262C200 284 160 284 150 262Z" fill="${shade}"/><g filter="url(#b3)"><ellipse cx="182" cy="236" rx="34" ry="16" fill="#000" opacity="0.28"/></g>
<ellipse cx="108" cy="164" rx="11" ry="20" fill="${shade}"/><ellipse cx="252" cy="164" rx="11" ry="20" fill="${shade}"/>
<path d="M108 140C108 84 140 62 180 62S252 84 252 140C252 200 222 246 180 246S108 200 108 140Z" fill="${skin}"/><path d="M108 140C108 84 140 62 180 62S252 84 252 140C252 200 222 246 180 246S108 200 108 140Z" fill="url(#face)"/>
<g filter="url(#b8)" opacity="0.5"><ellipse cx="136" cy="186" rx="20" ry="13" fill="#d2705e" opacity="0.6"/><ellipse cx="224" cy="186" rx="20" ry="13" fill="#d2705e" opacity="0.6"/></g>
<g fill="#fff"><ellipse cx="150" cy="153" rx="13" ry="7.500"/><ellipse cx="211" cy="153" rx="13" ry="7.500"/></g><g fill="#33261d"><circle cx="151" cy="153" r="6.500"/><circle cx="211" cy="153" r="6.500"/></g><g fill="#fff"><circle cx="153" cy="151" r="2"/><circle cx="213" cy="151" r="2"/></g>
<g fill="none" stroke-linecap="round"><path d="M136 148C142 142 158 142 164 148M197 148C203 142 219 142 225 148" stroke="#3a2a20" stroke-width="3"/><path d="M132 132C142 125 158 125 167 131M194 131C203 125 219 125 229 132" stroke="${hair}" stroke-width="6" opacity="0.9"/><path d="M178 150C176 170 170 180 172 186C176 192 188 192 191 185" stroke="${shade}" stroke-width="4"/></g>
${beard ? `<path d="M110 172C114 226 146 252 180 252S246 226 250 172C244 196 224 202 208 198C192 194 168 194 152 198C136 202 116 196 110 172Z" fill="${hair}" opacity="0.88"/>` : ''}
<path d="M152 210C166 222 196 222 210 210C202 228 160 228 152 210Z" fill="#a4483f"/><path d="M156 211C170 218 192 218 206 211L202 214C192 219 170 219 160 214Z" fill="#fff"/>
${long ? `<path d="M104 160C100 92 136 62 190 60C232 60 256 92 256 150C248 120 232 100 206 94C178 112 126 108 104 160Z" fill="${hair}"/><path d="M104 160C100 92 136 62 190 60C232 60 256 92 256 150C248 120 232 100 206 94C178 112 126 108 104 160Z" fill="url(#hairlight)"/>` : style === 'bald' ? `<path d="M106 150C104 130 108 116 114 106C112 130 114 144 112 160ZM254 150C256 130 252 116 246 106C248 130 246 144 248 160Z" fill="${hair}"/>` : `<path d="M104 150C98 84 132 46 184 48C236 46 262 88 256 150C250 128 246 112 236 102C210 108 150 106 124 100C114 114 110 130 104 150Z" fill="${hair}"/><path d="M104 150C98 84 132 46 184 48C236 46 262 88 256 150C250 128 246 112 236 102C210 108 150 106 124 100C114 114 110 130 104 150Z" fill="url(#hairlight)"/>`}
${glasses ? '<g fill="rgba(255,255,255,0.14)" stroke="#22262a" stroke-width="4"><rect x="128" y="139" width="46" height="32" rx="13"/><rect x="188" y="139" width="46" height="32" rx="13"/><path d="M174 150Q181 145 188 150M128 148L110 144M234 148L252 144" fill="none"/></g>' : ''}
<ellipse cx="120" cy="110" rx="60" ry="90" fill="#fff" opacity="0.16" filter="url(#b16)"/>`, { grain: 0.12, vignette: 0.3, defs: `
<linearGradient id="face"><stop stop-color="#fff" stop-opacity="0.2"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#5a2a16" stop-opacity="0.34"/></linearGradient>
<linearGradient id="hairlight" x2="1" y2="0.6"><stop stop-color="#fff" stop-opacity="0.26"/><stop offset="0.5" stop-color="#fff" stop-opacity="0.03"/><stop offset="1" stop-color="#000" stop-opacity="0.4"/></linearGradient>
<linearGradient id="fold"><stop stop-color="#fff" stop-opacity="0.18"/><stop offset="0.45" stop-color="#000" stop-opacity="0.12"/><stop offset="0.55" stop-color="#fff" stop-opacity="0.06"/><stop offset="1" stop-color="#000" stop-opacity="0.4"/></linearGradient>` })
}

const logo = (path, viewBox) => `<!doctype html><style>html,body{margin:0;background:transparent}svg{display:block}</style><svg xmlns="http://www.w3.org/2000/svg" width="104" height="104" viewBox="${viewBox}" fill="#fff">${path}</svg>`

/** File name, size and HTML page of every picture. */
export const scenes = [
  ['pannello-compressore-E14.jpg', 1080, 810, compressorPanel()],
  ['etichetta-spostata.jpg', 1080, 810, label()],
  ['manometro-caldaia.jpg', 1080, 810, gauge()],
  ['armadio-rete-magazzino.jpg', 1080, 810, rack()],
  ['vasca-polivalente.jpg', 1080, 810, vat()],
  ['termometro-cella-2.jpg', 1080, 810, thermometer()],
  ['inverter-stato-306.jpg', 1080, 810, inverter()],
  ['errore-stampa-bolle.png', 1100, 700, errorWindow()],
  ['ritratto-ferraris.jpg', 360, 360, portrait({ back: ['#8fa3ad', '#c8d4d9', '#5d7580'], skin: '#e3b48f', shade: '#bf8763', hair: '#4a4038', shirt: '#2d4a66', style: 'short', beard: true })],
  ['ritratto-conti.jpg', 360, 360, portrait({ back: ['#c9b9a3', '#efe4d2', '#a58e6f'], skin: '#efc8a8', shade: '#cf9d79', hair: '#6b3f24', shirt: '#7b3f4a', style: 'long' })],
  ['ritratto-rossetti.jpg', 360, 360, portrait({ back: ['#6f8a7c', '#b9ccbf', '#466255'], skin: '#d9a27c', shade: '#b07a55', hair: '#2a211c', shirt: '#3b3f45', style: 'short', glasses: true })],
  ['ritratto-dalpozzo.jpg', 360, 360, portrait({ back: ['#a9adc4', '#dcdfee', '#7d82a6'], skin: '#f0cdb3', shade: '#d2a486', hair: '#c09a5b', shirt: '#2f6f6a', style: 'long', glasses: true })],
  ['ritratto-tomaselli.jpg', 360, 360, portrait({ back: ['#b0a79a', '#ded6ca', '#7d7365'], skin: '#dfab86', shade: '#b98360', hair: '#8b8680', shirt: '#8a3b22', style: 'bald', beard: true })],
  ['logo-brenta.png', 104, 104, logo('<path d="M4 3h10.2a5.400 5.400 0 0 1 3.600 9.400A5.900 5.900 0 0 1 15 23H4v-4.600h10.600a1.600 1.600 0 0 0 0-3.200H4v-4.400h9.600a1.600 1.600 0 0 0 0-3.200H4z"/>', '0 0 26 26')],
  ['logo-lagorai.png', 104, 104, logo('<path d="M1.500 21.500 9.700 6.200a1.300 1.300 0 0 1 2.300 0l2.900 5.400 1.700-2.700a1.200 1.200 0 0 1 2 0l6.900 12.600H20l-3.300-6.200-2 3.200-3.900-7.200-5.200 10.200z"/>', '0 0 27 26')],
]
