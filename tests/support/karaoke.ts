/** A SubStation file with karaoke, a placed sign, a drawing, notes, and a style for each; CR LF line ends. */
export const karaokeFile = `\uFEFF[Script Info]
; Made by hand
Title: Harbour song
ScriptType: v4.00+
PlayResX: 640
PlayResY: 360
WrapStyle: 0

[Aegisub Project Garbage]
Active Line: 2

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,24,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,0,2,10,10,12,1
Style: Sign,DejaVu Serif,28,&H0000FFFF,&H000000FF,&H00000000,&H00000000,-1,0,0,0,100,100,2,0,1,2,1,5,10,10,10,1
Style: Song,DejaVu Sans,24,&H0000FF00,&H00FF8800,&H00402000,&H00000000,0,-1,0,0,100,100,0,0,1,2,0,8,10,10,12,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,checked by Ann
Dialogue: 0,0:00:00.50,0:00:03.50,Sign,,0,0,0,,{\\pos(200,220)\\frz12}HARBOUR
Dialogue: 0,0:00:00.50,0:00:03.50,Song,,0,0,0,,{\\k60}Row {\\k60}your {\\k60}boat
Dialogue: 0,0:00:04.00,0:00:06.00,Default,Ann,0,0,0,,Good {sure?} morning\\Nto you
Dialogue: 0,0:00:06.00,0:00:08.00,Sign,,0,0,0,,{\\an7\\pos(20,20)\\p1}m 0 0 l 40 0 40 40 0 40
`.replaceAll('\n', '\r\n')
