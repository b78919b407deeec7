/**
 * How every program here reads PDF files with pdf.js, so that all see the same: the viewer, the guard before sealing, the check of evidence, and the
 * reader of totals. `files` is the address or folder of the package's own files, with a slash at its end: character maps, the fonts that a file may
 * leave out, and the decoder of JPEG 2000 pictures.
 */
export const pdfReading = (files: string) =>
  ({
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    useWasm: false,
    useSystemFonts: false,
    isEvalSupported: false,
    enableXfa: false,
  }) as const
