# Installs mneme for this user, without administrator rights: downloads the archive for this system, verifies its
# checksum, and unpacks it; the mneme in it puts itself into %LOCALAPPDATA%\mneme\VERSION, and switches
# %LOCALAPPDATA%\mneme\current to it.
#
#   powershell -ExecutionPolicy Bypass -File install.ps1 [-Install | -NoInstall] [-Version V]
#
# -Install also registers mneme with Claude Code; -NoInstall does not even ask. MNEME_DOWNLOAD names another place to
# download from: one that has the archive and its SHA256SUMS.
param(
  [Alias("Yes")] [switch] $Install,
  [switch] $NoInstall,
  [string] $Version = ""
)
Set-StrictMode -Version 2
$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue" # drawing it makes Windows PowerShell's downloads many times slower

# Where releases are; a release fills in its own.
$Releases = ""

$Target = "windows-x64"

function Fail([string] $Reason) {
  [Console]::Error.WriteLine("Cannot install mneme: $Reason")
  exit 1
}

function Get-Release([string] $Name, [string] $Path) {
  try {
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072 # TLS 1.2
    Invoke-WebRequest -UseBasicParsing -Uri "$From/$Name" -OutFile $Path
  } catch {
    Fail "$From/$Name could not be downloaded whole: $($_.Exception.Message); try again"
  }
}

# Name, version and checksum from the one line of SHA256SUMS that is about this system.
function Select-Archive([string] $Checksums) {
  $pattern = "^([0-9a-f]{64}) [ *]mneme-([0-9][0-9A-Za-z.+-]*)-$Target\.zip$"
  $found = @(Get-Content $Checksums | Where-Object { $_ -cmatch $pattern } | ForEach-Object {
      $null = $_ -cmatch $pattern
      [pscustomobject] @{ Digest = $Matches[1]; Version = $Matches[2]; Name = "mneme-$($Matches[2])-$Target.zip" }
    } | Where-Object { $Version -eq "" -or $_.Version -ceq $Version })
  if ($found.Count -eq 0) { Fail "$From has no archive for $Target; see what it has in $From/SHA256SUMS" }
  if ($found.Count -gt 1) { Fail "$From has several versions; choose one with -Version" }
  $found[0]
}

# The program in the unpacked archive, of which it is known that it starts.
function Expand-Release([string] $Path, $Archive) {
  $folder = Join-Path $Work "unpacked"
  try { Expand-Archive -LiteralPath $Path -DestinationPath $folder } catch {
    Fail "$($Archive.Name) could not be unpacked in ${Work}: $($_.Exception.Message); free some space (it takes 200 MB)"
  }
  $program = Join-Path (Get-ChildItem -Directory $folder | Select-Object -First 1).FullName "mneme.exe"
  $says = & $program --version
  if ($says -cne $Archive.Version) { Fail "$($Archive.Name) holds mneme $says and not $($Archive.Version); report this" }
  $program
}

# As it is stored: read in the usual way, a %USERPROFILE% in it would be written back as what it stands for now.
function Add-ToPath([string] $Folder) {
  $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey("Environment")
  $path = [string] $key.GetValue("Path", "", "DoNotExpandEnvironmentNames")
  if (($path -split ";") -contains $Folder) { return }
  $key.SetValue("Path", "$path;$Folder".TrimStart(";"), "ExpandString")
  $key.Close()
  [Environment]::SetEnvironmentVariable("MNEME_INSTALLED", $null, "User") # sets nothing, and tells programs to look
  Write-Host "Added $Folder to your PATH; a new terminal sees it"
}

function Register-Release([string] $Command) {
  $typed = $Command
  if ($Command -match "[^\w.:\\-]") { $typed = "& '" + $Command.Replace("'", "''") + "'" }
  $wanted = $Install.IsPresent
  if (-not $wanted -and -not $NoInstall -and -not [Console]::IsInputRedirected) {
    $wanted = (Read-Host "Register mneme with Claude Code now (hooks, MCP server, skill)? [Y/n]") -match '^([Yy]|$)'
  }
  if ($wanted) {
    & $Command install
    if ($LASTEXITCODE -ne 0) { Fail "it lies in ${Root}, and could not be registered; run $typed install again" }
  } else {
    Write-Host "To register it with Claude Code: $typed install"
  }
  Write-Host "To undo: $typed uninstall --client all"
}

$From = $Releases
if ($env:MNEME_DOWNLOAD) { $From = $env:MNEME_DOWNLOAD }
if ($From -eq "") { Fail "this copy of install.ps1 knows no address; set MNEME_DOWNLOAD to that of a release" }
$From = $From.TrimEnd("/")
if (-not [Environment]::Is64BitOperatingSystem) { Fail "there is no release for this machine; there is one for x86-64" }
$Root = Join-Path $env:LOCALAPPDATA "mneme"
$Work = Join-Path $Root (".new." + [Guid]::NewGuid().ToString("N"))
$null = New-Item -ItemType Directory -Force $Work
try {
  $sums = Join-Path $Work "SHA256SUMS"
  Get-Release "SHA256SUMS" $sums
  $archive = Select-Archive $sums
  $path = Join-Path $Work $archive.Name # Expand-Archive wants it to end with .zip
  Write-Host "Downloading $($archive.Name)"
  Get-Release $archive.Name $path
  $digest = (Get-FileHash -Algorithm SHA256 $path).Hash.ToLowerInvariant()
  if ($digest -cne $archive.Digest) {
    Fail "the SHA-256 of $($archive.Name) must be $($archive.Digest) and is $digest; nothing was unpacked; try again, and report it if it stays"
  }
  & (Expand-Release $path $archive) install --self --unregistered
  if ($LASTEXITCODE -ne 0) { Fail "mneme could not be put into ${Root}; see above" }
  $current = Join-Path $Root "current"
  Add-ToPath $current
  Register-Release (Join-Path $current "mneme.exe")
} finally {
  Remove-Item -Recurse -Force $Work -ErrorAction SilentlyContinue
}
