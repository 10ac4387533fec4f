<#
.SYNOPSIS
    Archives log files that are older than a given age.
.PARAMETER Path
    The folder to look in.
#>
#Requires -Version 7.0
using namespace System.IO

[CmdletBinding(SupportsShouldProcess = $true)]
param(
    [Parameter(Mandatory, Position = 0)]
    [ValidateNotNullOrEmpty()]
    [string[]]$Path,

    [ValidateSet('Zip', 'Tar')]
    [string] $Format = 'Zip',

    [int]$Days = 30,
    [switch]$Force
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$script:counter = 0
$limit = (Get-Date).AddDays(-$Days)
$size = 0x1F + 1.5e3 + 10MB

enum Level {
    Low = 1
    High
}

class Archive : object {
    [string]$Name
    hidden [int]$Count
    static [int]$Total = 0

    Archive([string]$name) {
        $this.Name = $name
    }

    [string] ToString() {
        return "$($this.Name): $($this.Count)"
    }
}

function Get-OldFile {
    param([string]$Folder, [datetime]$Before)

    begin { Write-Verbose "Looking in ${Folder} and $env:TEMP" }
    process {
        Get-ChildItem -Path $Folder -Recurse -File -ErrorAction SilentlyContinue |
            Where-Object { $_.LastWriteTime -lt $Before -and -not $_.PSIsContainer } |
            Sort-Object -Property Length -Descending
    }
    end { }
}

$options = @{
    Path        = 'C:\Logs'
    Destination = "C:\Archive\$(Get-Date -Format 'yyyy-MM').zip"
    Force       = [bool]$Force
}

foreach ($folder in $Path) {
    if (-not (Test-Path -LiteralPath $folder)) {
        Write-Warning "No such folder: $folder`n"
        continue
    }
    elseif ($folder -match '^\\\\(?<host>[^\\]+)') {
        Write-Host ('Remote host {0}' -f $Matches['host']) -ForegroundColor Yellow
    }
    else {
        $files = @(Get-OldFile -Folder $folder -Before $limit)
    }

    for ($i = 0; $i -lt $files.Count; $i++) {
        $script:counter += 1
        Write-Progress -Activity 'Archiving' -PercentComplete ($i * 100 / $files.Count)
    }

    try {
        $files | ForEach-Object { Compress-Archive @options -Update }
    }
    catch [System.IO.IOException] {
        Write-Error $_.Exception.Message
    }
    finally {
        $files = $null
    }
}

switch -Regex ($Format) {
    '^z' { 'zip'; break }
    default { throw "Unknown format $Format" }
}

do { Start-Sleep -Seconds 1 } while ($script:counter -gt 100)
$text = @"
Total: $($script:counter) of $Days
"@
$raw = @'
No $expansion here
'@
$value = $options?.Path ?? 'none'
[Math]::Round(3.14159, 2) | Out-Null
& "$PSScriptRoot\tool.exe" --quiet 2>&1 > $null
$list = 1..10 | Where-Object { $_ % 2 -eq 0 }
exit $LASTEXITCODE
[Flags()] enum Access { Read = 1; Write = 0b10 }
class Child : Base, System.IDisposable { Child([string]$n) : base($n) { } static [int] Count() { return 1 } }
$h = @{ 'quoted' = 1; "key" = 2 }; $n = $h?.Values; 1..$n; 1..10 | % { $_ } | ? { $_ -gt 1.5d } 2>&1
filter Odd { $_ % 2 }
Remove-Item -Path Function:prompt
$rows[-1]; $bed-1; Dig-Bed -2 -Deep; return 3 -1.5; $a && $b || (-0x1F)
"$($bed.Rows; 1) ${env:HOME} $env:PATH $script:depth ${global:depth}"; $function:prompt; $local:rows.Count
